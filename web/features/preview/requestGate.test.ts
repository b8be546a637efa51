import { expect, jest, test } from '@jest/globals';
import { createRequestGate } from './requestGate.ts';

/** Creates a gate whose requests are answered by the test. */
function setUp() {
  const answers: PromiseWithResolvers<Response>[] = [];
  const send = jest.fn((_input: RequestInfo | URL, init?: RequestInit) => {
    const answer = Promise.withResolvers<Response>();
    init?.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason));
    answers.push(answer);
    return answer.promise;
  });
  return { gate: createRequestGate(send as typeof fetch), send, answers };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('requests wait while the session ends, and those in progress are sent again if it does not', async () => {
  const { gate, send, answers } = setUp();
  const inProgress = gate.fetch('/graphql');
  await turn();
  gate.close();
  const later = gate.fetch('/graphql');
  await turn();
  expect(send).toHaveBeenCalledTimes(1);
  gate.open();
  await turn();
  expect(send).toHaveBeenCalledTimes(3);
  for (const answer of answers) answer.resolve(new Response('data'));
  expect(await Promise.all([inProgress, later].map(async (each) => (await each).text()))).toEqual([
    'data',
    'data',
  ]);
});

test('a request that its caller aborts, or that fails, is not repeated', async () => {
  const { gate, send, answers } = setUp();
  const caller = new AbortController();
  const aborted = gate.fetch('/graphql', { signal: caller.signal });
  const failed = gate.fetch('/graphql');
  await turn();
  caller.abort(new Error('left'));
  answers[1]?.reject(new TypeError('no connection'));
  await expect(aborted).rejects.toThrow('left');
  await expect(failed).rejects.toThrow('no connection');
  expect(send).toHaveBeenCalledTimes(2);
});
