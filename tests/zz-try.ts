import { openHouse } from './house.ts';
import { reindex } from '../gateway/cli/reindex.ts';
const house = await openHouse({ indexed: false });
try {
  let t = performance.now();
  await reindex(house.config, { onlyIfEmpty: false, say: (l) => console.log(Math.round(performance.now() - t), l) });
  t = performance.now();
  await house.faults('media', [{ kind: 'status', status: 503 }] as any);
  await reindex(house.config, { onlyIfEmpty: false, say: (l) => console.log(Math.round(performance.now() - t), l) }).catch((e) => console.log(Math.round(performance.now() - t), 'failed:', e.message));
  console.log(JSON.stringify((await house.ask('{ search(query: "") { totalCount } moments(query: "the") { totalCount } }')).data));
} finally { await house.close(); }
