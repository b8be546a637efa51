import type { GetApiKeyResponse } from 'algoliasearch';
import type { SearchConfig } from '../../config/config.ts';
import { isText, listOf, objectOf } from '../../core/validators.ts';
import { indexNames } from '../../providers/search/client.ts';
import type { CallAlgolia } from './accounts.ts';
import { type Check, type CheckOutcome, failure, ok, warning } from './check.ts';
import { callProvider } from './providerCall.ts';
import { checkShape } from './responseShape.ts';

/** The rights that searches need. */
const SEARCH_ACL = ['search'];
/** The rights that the index writer needs: records, settings, copies and moves, reading for comparison, and old indexes. */
const WRITE_ACL = [
  'search',
  'browse',
  'addObject',
  'deleteObject',
  'deleteIndex',
  'settings',
  'editSettings',
  'listIndexes',
];
/** Stands for the fingerprint of any model. */
const ANY_FINGERPRINT = '00000000';
const SECONDS_PER_DAY = 86_400;
const MIN_VALIDITY_DAYS = 7;
const DASHBOARD = 'dashboard.algolia.com → Settings → API keys';

/** Checks both keys of the Algolia application by `GET /1/keys/{key}`, which needs no further right. */
export function searchKeyChecks(config: SearchConfig, callAlgolia: CallAlgolia): readonly Check[] {
  const { searchKey, writeKey } = config;
  const common = { config, callAlgolia };
  return [
    {
      id: 'search-key',
      title: 'Algolia search key',
      run: (signal) =>
        checkKey({ ...common, key: searchKey, variable: 'ALGOLIA_SEARCH_KEY', needed: SEARCH_ACL }, signal),
    },
    {
      id: 'search-write-key',
      title: 'Algolia write key',
      run: async (signal) =>
        writeKey === undefined
          ? ok('none: ALGOLIA_WRITE_KEY is not set, and this instance does not update the index')
          : checkKey({ ...common, key: writeKey, variable: 'ALGOLIA_WRITE_KEY', needed: WRITE_ACL }, signal),
    },
  ];
}

interface KeyOptions {
  readonly config: SearchConfig;
  readonly callAlgolia: CallAlgolia;
  readonly key: string;
  readonly variable: 'ALGOLIA_SEARCH_KEY' | 'ALGOLIA_WRITE_KEY';
  /** The rights that the gateway needs. */
  readonly needed: readonly string[];
}

async function checkKey(options: KeyOptions, signal: AbortSignal): Promise<CheckOutcome> {
  const { config, callAlgolia, key, variable, needed } = options;
  const rejected = failure('SEARCH_KEY_REJECTED', {
    expected: `a key of the application ${config.appId}`,
    actual: 'a rejected key',
    fix: `set ALGOLIA_APP_ID and ${variable} to values of one application: ${DASHBOARD}`,
  });
  const { acl, indexes, validity } = await callProvider(
    'search',
    async () =>
      checkShape<GetApiKeyResponse>(
        await callAlgolia(key, signal, (client) => client.getApiKey({ key })),
        objectOf({ acl: listOf(isText) }),
        'a key with its rights',
      ),
    { 401: rejected, 403: rejected, 404: rejected },
  );
  const missing = needed.filter((right) => !acl.includes(right as (typeof acl)[number]));
  if (missing.length > 0)
    return failure('SEARCH_KEY_ACL_MISSING', {
      expected: `the rights ${needed.join(', ')}`,
      actual: `none for ${missing.join(', ')}`,
      fix: `add the rights to the key of ${variable}: ${DASHBOARD}`,
    });
  // A key has to be valid for the indexes of later models, too.
  const denied = Object.values(indexNames(`${config.indexPrefix}_${ANY_FINGERPRINT}`)).filter(
    (name) => !isAllowed(name, indexes),
  );
  if (denied.length > 0)
    return failure('SEARCH_KEY_INDEX_DENIED', {
      expected: `access to the indexes ${config.indexPrefix}_*`,
      actual: `access to ${indexes?.join(', ')}`,
      fix: `add ${config.indexPrefix}_* to the indexes of the key of ${variable}: ${DASHBOARD}`,
    });
  const excess = acl.filter((right) => !needed.includes(right));
  if (variable === 'ALGOLIA_SEARCH_KEY' && excess.length > 0)
    return warning('SEARCH_KEY_TOO_POWERFUL', {
      expected: `only the right ${needed.join(', ')}`,
      actual: `also ${excess.join(', ')}`,
      fix: `set ${variable} to a key that only searches: ${DASHBOARD}`,
    });
  const days = Math.floor((validity ?? 0) / SECONDS_PER_DAY);
  if (validity && days < MIN_VALIDITY_DAYS)
    return warning('SEARCH_KEY_EXPIRES', {
      expected: `a key that is valid for ${MIN_VALIDITY_DAYS} days or without end`,
      actual: `${days} days`,
      fix: `create a key without expiry for ${variable}: ${DASHBOARD}`,
    });
  return ok(acl.join(', '));
}

/** Returns whether a key is valid for an index; patterns have `*` at either end. */
function isAllowed(name: string, patterns: readonly string[] = []): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) => {
    const expression = pattern.split('*').map((part) => RegExp.escape(part));
    return new RegExp(`^${expression.join('.*')}$`).test(name);
  });
}
