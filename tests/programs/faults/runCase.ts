import { setTimeout as sleep } from 'node:timers/promises';
import type { EmulatorName } from '../../support/stack.ts';
import type { Cell } from './cases.ts';
import { FAULTS, MISSHAPEN, RETRY_AFTER } from './faults.ts';
import type { Reply, Rig, Subject } from './harness.ts';
import { askNth, isWhole, QUESTIONS } from './queries.ts';

/** What came of a cell. */
export interface Outcome {
  /** The answer to a question that nothing kept answers, in the words of the table. */
  readonly answer: string;
  /** The code that its lost field has; nothing where none is lost. */
  readonly code: string;
  /** Milliseconds of the slowest answer while the provider failed. */
  readonly ms: number;
  /** The provider's calls for the first question. */
  readonly calls: number;
  /** Milliseconds until all was well, once the provider was. */
  readonly recovery: number;
  /** What was expected and is not so. */
  readonly broken: readonly string[];
}

/** Notes what is not as expected. */
export type Expect = (isSo: boolean, otherwise: string) => void;

/** Milliseconds that a client waits for any answer, and in which all has to be well after a fault. */
export const CLIENTS_DEADLINE = 5_000;
export const RECOVERY = 10_000;
/** Then what is kept is fresh no longer, and may still stand in. */
const NO_LONGER_FRESH = 5 * 60_000;
/** Bytes of a body that nobody should have taken, beside what was on its way when the connection was cut. */
const FAR_TOO_MUCH = 24 * 1024 * 1024;
/** The numbers of the questions: the one that was asked before, and those that never were. */
const KEPT = 1;
const COLD = 2;

/** Everything about one cell, while it is tried. */
interface Trial {
  readonly rig: Rig;
  readonly cell: Cell;
  readonly subject: Subject;
  readonly expect: Expect;
  /** Asks the next question that nobody has asked before. */
  askCold(): Promise<Reply>;
}

/** Tries a cell on a gateway of its own and leaves the emulators as they were. */
export async function tryCell(rig: Rig, cell: Cell): Promise<Outcome> {
  const { provider, fault } = cell;
  const broken: string[] = [];
  const expect: Expect = (isSo, otherwise) => {
    if (!isSo) broken.push(otherwise);
  };
  const fail = () => rig.house.faults(provider, FAULTS[fault].rules(provider, rig));
  // What the library holds is asked of nobody, so the gateway of its column begins while the library fails.
  const beginsFailing = provider === 'media' && fault !== 'flapping';
  if (beginsFailing) await fail();
  const subject = await rig.open({ warm: !beginsFailing });
  let asked = COLD;
  const trial: Trial = { rig, cell, subject, expect, askCold: () => askNth(subject, provider, asked++) };
  try {
    const kept = beginsFailing ? undefined : await askNth(subject, provider, KEPT);
    if (kept) expect(isWhole(provider, kept), `a whole answer before, got ${brief(kept)}`);
    subject.pass(NO_LONGER_FRESH);
    await fail();
    const seen = fault === 'flapping' ? await flap(trial) : await meet(trial, kept);
    await rig.house.faults(provider);
    const recovery = await recover(trial);
    expectNoSecrets(rig, subject, expect);
    return { ...seen, recovery, broken };
  } finally {
    await rig.house.faults(provider);
    await subject.close();
  }
}

type Seen = Omit<Outcome, 'recovery' | 'broken'>;

/** Asks what was never asked and what was, and looks at both answers. */
async function meet(trial: Trial, kept: Reply | undefined): Promise<Seen> {
  const { rig, cell, subject, expect, askCold } = trial;
  // What an earlier cell gave up may end only now, and is not this one's.
  await rig.calls(cell.provider);
  await rig.house.forget();
  const cold = await askCold();
  const made = await rig.calls(cell.provider);
  const calls = made.length;
  const code = expectLoss(trial, cold);
  expect(calls <= cell.calls, `at most ${cell.calls} calls for a question, got ${JSON.stringify(made)}`);
  const again = kept && (await askNth(subject, cell.provider, KEPT));
  if (again) expectStale(trial, kept, again);
  await (MORE[cell.fault] ?? (async () => undefined))(trial);
  const ms = Math.max(cold.ms, again?.ms ?? 0);
  expect(ms <= CLIENTS_DEADLINE, `answers within ${CLIENTS_DEADLINE} ms, got one after ${ms}`);
  return { answer: answerWords(cell.provider, cold, again), code, ms, calls };
}

/** The lost field is null under a code, and everything else stands. @returns the code */
function expectLoss({ cell, expect }: Trial, { status, data, errors, extensions }: Reply): string {
  const { own, lost, othersLack } = QUESTIONS[cell.provider];
  expect(status === 200, `status 200, got ${status}`);
  expect(data && !own(data), `nothing of ${cell.provider}, got ${JSON.stringify(data && own(data))}`);
  const lacking = data ? othersLack(data) : ['everything'];
  expect(lacking.length === 0, `the others' data, lacking ${lacking.join(', ')}`);
  const error = errors.find(({ path }) => path?.join('.') === lost);
  const { code = 'none', service } = error?.extensions ?? {};
  expect(
    errors.length === 1 && error !== undefined,
    `an error at ${lost} alone, got ${JSON.stringify(errors)}`,
  );
  expect(cell.codes.includes(code as never), `a code of ${cell.codes.join(', ')}, got ${String(code)}`);
  expect(service === cell.provider, `${cell.provider} named, got ${String(service)}`);
  const standIn = JSON.stringify(extensions.fallback);
  const expected = cell.provider === 'search' ? '{"search":"content"}' : undefined;
  expect(standIn === expected, `the mark ${expected}, got ${standIn}`);
  return String(code);
}

/** What was kept stands in for what cannot be asked, and says so. */
function expectStale({ cell, expect }: Trial, kept: Reply, again: Reply): void {
  const isSame = JSON.stringify(again.data) === JSON.stringify(kept.data);
  expect(isSame && again.errors.length === 0, `what was kept, got ${brief(again)}`);
  const { stale } = (again.extensions.freshness ?? {}) as { stale?: string[] };
  expect(
    stale?.includes(cell.provider) === true,
    `kept answers marked as stale, got ${JSON.stringify(stale)}`,
  );
}

/** What else holds in some rows. */
const MORE: Partial<Record<Cell['fault'], (trial: Trial) => Promise<void>>> = {
  body: async (trial) => void expectLoss(trial, await trial.askCold()),
  broken: async (trial) => void expectLoss(trial, await trial.askCold()),
  async shape(trial) {
    for (const _ of MISSHAPEN[trial.cell.provider]) expectLoss(trial, await trial.askCold());
  },
  /** Soon nobody is asked any more. */
  async burst({ rig, cell, expect, askCold }) {
    for (let i = 0; i < 40; i++) await askCold();
    await rig.house.forget();
    const { ms } = await askCold();
    const calls = (await rig.calls(cell.provider)).length;
    expect(calls === 0, `no calls after forty that failed, got ${calls}`);
    expect(ms < 1000, `answers at once from then on, got one after ${ms} ms`);
  },
  /** Nobody is asked for as long as the provider says. */
  async throttled({ rig, cell, expect, askCold }) {
    await rig.house.forget();
    const { errors } = await askCold();
    const calls = (await rig.calls(cell.provider)).length;
    expect(calls === 0, `no calls while the provider wants none, got ${calls}`);
    const told = Number(errors[0]?.extensions?.retryAfter);
    expect(told > 0 && told <= RETRY_AFTER, `clients told to wait ${RETRY_AFTER} s, got ${told}`);
  },
  async revoked({ subject, expect }) {
    const loud = subject.log.some(
      ({ level, msg }) => level >= 50 && msg.includes('a provider rejects requests'),
    );
    expect(loud, 'an error in the log for the operators, got none');
  },
  async huge({ rig, cell, expect }) {
    const bytes = Math.max(...(await rig.calls(cell.provider)).map((call) => call.bytes));
    expect(bytes <= FAR_TOO_MUCH, `bodies cut at the cap, got one of ${Math.round(bytes / 1e6)} MB`);
  },
  async redirect({ rig, expect }) {
    expect(rig.trap.visits() === 0, `nobody led elsewhere, got ${rig.trap.visits()} visits there`);
  },
};

/** How many answers are good while three of ten calls fail. Media's are those about films that are held. */
async function flap({ rig, cell, subject, expect }: Trial): Promise<Seen> {
  const ROUNDS = 50;
  let good = 0;
  let slowest = 0;
  await rig.house.forget();
  for (let round = 0; round < ROUNDS; round++) {
    subject.pass(NO_LONGER_FRESH);
    const { status, data, errors, ms } = await askNth(subject, cell.provider, KEPT);
    const { own, othersLack } = QUESTIONS[cell.provider];
    if (status === 200 && errors.length === 0 && own(data) && othersLack(data).length === 0) good += 1;
    slowest = Math.max(slowest, ms);
  }
  expect(good === ROUNDS, `${ROUNDS} good answers of ${ROUNDS}, got ${good}`);
  const calls = (await rig.calls(cell.provider)).length;
  return { answer: 'whole, now and then stale', code: '', ms: slowest, calls: Math.ceil(calls / ROUNDS) };
}

/** Asks until all is well. @returns milliseconds */
async function recover({ cell, expect, subject, askCold }: Trial): Promise<number> {
  const begun = performance.now();
  // The silence that the provider asked for is over, by the clock that it is kept by.
  if (cell.fault === 'throttled') subject.pass(RETRY_AFTER * 1000);
  for (;;) {
    const answer = await askCold();
    const ms = Math.round(performance.now() - begun);
    if (isWhole(cell.provider, answer)) return ms;
    if (ms > RECOVERY) {
      expect(false, `all well within ${RECOVERY} ms, got ${brief(answer)}`);
      return ms;
    }
    await sleep(50);
  }
}

function expectNoSecrets({ secrets }: Rig, { said }: Subject, expect: Expect): void {
  const leaks = secrets.filter((secret) => said.some((text) => text.includes(secret)));
  expect(
    leaks.length === 0,
    `no secret in answers, headers and log, got ${leaks.map((leak) => leak.slice(0, 24)).join(', ')}`,
  );
}

function answerWords(provider: EmulatorName, cold: Reply, again: Reply | undefined): string {
  const others =
    QUESTIONS[provider].othersLack(cold.data ?? {}).length === 0 ? 'the rest stands' : 'the rest is lost';
  const standIn = cold.extensions.fallback ? ', hits by the content service' : '';
  const stale = again?.extensions.freshness ? 'kept: stale; ' : '';
  return `${stale}else null${standIn}, ${others}`;
}

const brief = ({ status, data, errors, extensions }: Reply): string =>
  JSON.stringify({ status, data, errors, extensions }).slice(0, 400);
