import pluralize from 'pluralize';
import { filter, firstValueFrom, fromEvent, takeUntil, timeout } from 'rxjs';
import type { ContentConfig } from '../../config/config.ts';
import type { Model } from '../../core/model/model.ts';
import { createLiveEvents } from '../../providers/content/changes/liveEvents.ts';
import type { SanityAccount } from './accounts.ts';
import { type Check, CheckOutcomeError, failure, ok, warning } from './check.ts';
import { callProvider, type StatusOutcomes } from './providerCall.ts';

/** Roles whose tokens can change content or the project. */
const WRITING_ROLES = ['administrator', 'contributor', 'developer', 'editor', 'write'];
const PERSPECTIVES = ['published', 'drafts'] as const;
/** A query that every token with access to the dataset may send. */
const ANY_COUNT = 'count(*[_id == "a"])';
const CONNECT_TIMEOUT_MS = 5_000;

const unreadable = ok('not readable with this token; the gateway needs none');

const tokenRejected = failure('CONTENT_TOKEN_REJECTED', {
  expected: 'a token of this project',
  actual: 'a rejected token (401)',
  fix: 'set SANITY_READ_TOKEN to a token with the role Viewer: manage.sanity.io → API → Tokens',
});

const permissionMissing = failure('CONTENT_PERMISSION_MISSING', {
  expected: 'a token that may read the dataset',
  actual: 'a token without that permission (403)',
  fix: 'give the token of SANITY_READ_TOKEN the role Viewer, or a role that reads the dataset: manage.sanity.io → API → Tokens',
});

export const projectMissing = ({ projectId }: ContentConfig) =>
  failure('CONTENT_PROJECT_MISSING', {
    expected: `the project ${projectId}`,
    actual: 'no such project',
    fix: 'set SANITY_PROJECT_ID to the id at manage.sanity.io',
  });

const datasetMissing = ({ projectId, dataset }: ContentConfig) =>
  failure('CONTENT_DATASET_MISSING', {
    expected: `the dataset ${dataset} in the project ${projectId}`,
    actual: 'no such dataset',
    fix: 'set SANITY_DATASET to a dataset of the project: manage.sanity.io → Datasets',
  });

/** The outcomes of queries with the token of the gateway, by status. */
export const queryOutcomes = (config: ContentConfig): StatusOutcomes => ({
  401: tokenRejected,
  403: permissionMissing,
  404: datasetMissing(config),
});

/** Checks the account at Sanity: token, dataset, perspectives, CORS origins and live events. */
export function contentChecks(config: ContentConfig, account: SanityAccount, model: Model): readonly Check[] {
  const { dataset } = config;
  const documentTypes = [...model.typeOfDocument.keys()];
  const rejections = { 401: tokenRejected, 403: permissionMissing, 404: projectMissing(config) };
  const countOf = (groq: string, options: { perspective?: 'published'; signal: AbortSignal }) =>
    callProvider(
      'content',
      () => account.count(groq, { types: documentTypes }, options),
      queryOutcomes(config),
    );

  return [
    {
      id: 'content-token',
      title: 'Sanity token',
      async run(signal) {
        const user = await callProvider('content', () => account.user(signal), rejections);
        if (user.id === undefined) throw new CheckOutcomeError(tokenRejected);
        const role = user.role ?? 'unknown';
        return WRITING_ROLES.includes(role)
          ? warning('CONTENT_TOKEN_TOO_POWERFUL', {
              expected: 'a token that only reads',
              actual: `the role ${role}`,
              fix: 'set SANITY_READ_TOKEN to a token with the role Viewer',
            })
          : ok(`role ${role}`);
      },
    },
    {
      id: 'content-dataset',
      title: 'Sanity dataset',
      async run(signal) {
        const count = await countOf('count(*[_type in $types])', { signal });
        return count > 0
          ? ok(`${dataset}: ${pluralize('document', count, true)} of the model`)
          : warning('CONTENT_DATASET_EMPTY', {
              expected: `documents of the model's types, such as ${documentTypes.slice(0, 3).join(', ')}`,
              actual: `none in ${dataset}`,
              fix: 'check SANITY_DATASET, SCHEMA_DIR, and @document(type:) in the model',
            });
      },
    },
    {
      id: 'content-private',
      title: 'Private documents',
      async run(signal) {
        const options = { perspective: 'published', signal } as const;
        const count = await countOf('count(*[_type in $types && !(_id in path("*"))])', options);
        return ok(
          count === 0
            ? 'none'
            : `${pluralize('document', count, true)} of the model ${count === 1 ? 'has' : 'have'} a dot in the id: only callers with the scope read:private see ${count === 1 ? 'it' : 'them'}`,
        );
      },
    },
    {
      id: 'content-perspectives',
      title: 'Sanity perspectives',
      async run(signal) {
        for (const perspective of PERSPECTIVES) {
          const rejected = failure('CONTENT_PERSPECTIVE_REJECTED', {
            expected: `queries with the perspective ${perspective}`,
            actual: 'a rejected query',
            fix: 'give the token the role Viewer or a role that reads drafts',
          });
          await callProvider('content', () => account.count(ANY_COUNT, {}, { perspective, signal }), {
            ...queryOutcomes(config),
            400: rejected,
            // A token that may not read published documents may not read the dataset.
            403: perspective === 'published' ? permissionMissing : rejected,
          });
        }
        return ok(PERSPECTIVES.join(', '));
      },
    },
    {
      id: 'content-cors',
      title: 'Sanity CORS origins',
      async run(signal) {
        const origins = await callProvider('content', () => account.corsOrigins(signal), {
          ...rejections,
          401: unreadable,
          403: unreadable,
        });
        const wildcard = origins.find(
          ({ origin, allowCredentials }) => allowCredentials && /^(https?:\/\/)?\*(:\*)?$/.test(origin),
        );
        return wildcard
          ? warning('CONTENT_CORS_WILDCARD', {
              expected: 'no origin that stands for every site, with credentials',
              actual: wildcard.origin,
              fix: 'remove the origin at manage.sanity.io → API → CORS origins: any page can use the session of an editor',
            })
          : ok(`${origins.length} origins; the gateway needs none`);
      },
    },
    liveEventsCheck(config, account),
  ];
}

/** Checks that live events arrive, without which cached content is short-lived and polled. */
const liveEventsCheck = (config: ContentConfig, account: SanityAccount): Check => ({
  id: 'content-live-events',
  title: 'Sanity live events',
  async run(signal) {
    // An account that cannot be read has problems of its own.
    await callProvider('content', () => account.count(ANY_COUNT, {}, { signal }), queryOutcomes(config));
    try {
      const ready = createLiveEvents(config).pipe(
        filter(({ type }) => type === 'welcome' || type === 'restart'),
        timeout({ first: CONNECT_TIMEOUT_MS }),
        takeUntil(fromEvent(signal, 'abort')),
      );
      await firstValueFrom(ready);
      return ok('connected: cached content is fresh for hours, and polled every hour');
    } catch (error) {
      return warning('CONTENT_LIVE_EVENTS_MISSING', {
        expected: 'a connection to the live events of the dataset',
        actual: error instanceof Error ? error.message : String(error),
        fix: 'let proxies pass long connections to /data/live/events; until then only webhooks and polling report changes (docs/operating.md, "Lifetimes")',
      });
    }
  },
});
