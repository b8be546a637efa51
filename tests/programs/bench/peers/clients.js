import { Pool } from 'undici';

const { SANITY_API_HOST, SANITY_DATASET, SANITY_READ_TOKEN } = process.env;
const { MUX_HOST, MUX_TOKEN_ID, MUX_TOKEN_SECRET } = process.env;
const isCached = process.env.CACHE === 'on';

const MAX_CONNECTIONS = 64;
const ASSETS_PER_PAGE = 100;

/**
 * Creates an HTTP client with persistent connections. Concurrent equal requests share one (single-flight), and with
 * `CACHE=on` responses stay in memory.
 */
function createClient(origin, authorization) {
  const pool = new Pool(origin, { connections: MAX_CONNECTIONS });
  const responses = new Map();
  const send = async (path) => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
    const json = await body.json();
    if (statusCode === 200) return json;
    throw new Error(`expected status 200 from ${origin}, got ${statusCode}: ${JSON.stringify(json)}`);
  };
  return (path) => {
    const known = responses.get(path);
    if (known) return known;
    const forget = () => responses.delete(path);
    const response = send(path);
    responses.set(path, response);
    response.then(isCached ? () => {} : forget, forget);
    return response;
  };
}

const getContent = createClient(SANITY_API_HOST, `Bearer ${SANITY_READ_TOKEN}`);
const QUERY_PATH = `/v2025-02-19/data/query/${SANITY_DATASET}?perspective=published&query=`;

/** Compiles a GROQ query. @returns a function that runs it with the value of its one parameter */
export function groq(query, parameter) {
  const path = `${QUERY_PATH}${encodeURIComponent(query)}&%24${parameter}=`;
  return async (value) => (await getContent(path + encodeURIComponent(JSON.stringify(value)))).result;
}

/** Reads all assets of the Mux account, whose rate limit does not allow a request per operation. */
export async function readAssets() {
  const credentials = Buffer.from(`${MUX_TOKEN_ID}:${MUX_TOKEN_SECRET}`).toString('base64');
  const getMedia = createClient(MUX_HOST, `Basic ${credentials}`);
  const assets = new Map();
  for (let page = 1; ; page++) {
    const { data } = await getMedia(`/video/v1/assets?limit=${ASSETS_PER_PAGE}&page=${page}`);
    for (const asset of data) assets.set(asset.id, asset);
    if (data.length < ASSETS_PER_PAGE) return assets;
  }
}
