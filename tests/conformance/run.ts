/**
 * `npm run conformance -- <content|media|search> <url>` runs a service's audits against any address that speaks its
 * wire, an emulator's or the provider's own, with the account of the environment or of `.env`. The audits write: give them
 * an account for trying out. `--only <beginning of an id>` runs some of them.
 * Ends with 1 when a MUST is not kept.
 */
import { parseArgs } from 'node:util';
import { loadEnvironment } from '../../gateway/config/environment.ts';
import { auditsOf, type ReadyAudit, type Service } from './targets.ts';

/** Milliseconds for one audit; those that wait for a provider to be done take seconds. */
const PATIENCE = 60_000;

interface Outcome {
  readonly audit: ReadyAudit;
  /** What was expected and what came; nothing when the promise is kept. */
  readonly fault?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const [service, url] = positionals;
if (!service || !Object.hasOwn(auditsOf, service) || !url || !URL.canParse(url)) {
  console.error(
    'expected npm run conformance -- <content|media|search> <url>, e.g. content http://127.0.0.1:4101',
  );
  process.exit(2);
}

const all = await auditsOf[service as Service](url.replace(/\/+$/, ''), loadEnvironment().env);
const audits = all.filter(({ id }) => id.startsWith(values.only ?? ''));
if (audits.length === 0) {
  console.error(`expected --only to be the beginning of an audit's id, got ${values.only}`);
  process.exit(2);
}

const outcomes: Outcome[] = [];
for (const audit of audits) {
  const outcome = await runAudit(audit);
  outcomes.push(outcome);
  console.log(
    `${outcome.fault === undefined ? 'kept   ' : 'broken '} ${audit.level.padEnd(6)} ${audit.id}  ${audit.name}`,
  );
  if (outcome.fault !== undefined) console.log(outcome.fault.replaceAll(/^/gm, '        '));
}
const broken = (level: string) =>
  outcomes.filter(({ audit, fault }) => fault !== undefined && audit.level === level).length;
console.log(
  `\n${outcomes.length} audits of ${service} at ${url}: ${broken('MUST')} MUST and ${broken('SHOULD')} SHOULD broken`,
);
process.exit(broken('MUST') > 0 ? 1 : 0);

async function runAudit(audit: ReadyAudit): Promise<Outcome> {
  const late = AbortSignal.timeout(PATIENCE);
  const lateness = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`expected an end within ${PATIENCE / 1000} s`)));
  });
  try {
    await Promise.race([audit.run(), lateness]);
    return { audit };
  } catch (error) {
    return { audit, fault: error instanceof Error ? error.message : String(error) };
  }
}
