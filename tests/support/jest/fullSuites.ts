/**
 * The suites that only `npm run test:full` runs: those of a release and of every night, each with the reason why not every
 * change needs it. `npm test` runs all others.
 */
export const FULL_SUITES: Readonly<Record<string, string>> = {
  'tests/integration/commands/package.test.ts':
    'packs, installs and starts the package on two releases of Node; the commands in it are tested from their sources',
  'tests/programs/fuzz/fuzz.test.ts':
    'runs each target of the fuzzer for a second; its findings become tests of the parts',
  'tests/programs/attacks/search/search.test.ts':
    'tests the program that searches for expensive requests, and not the gateway; limits and costs have suites of their own',
  'tests/programs/faults/faults.test.ts':
    'tests the program behind the table of provider failures; clients of the providers are tested with the same faults',
  'tests/programs/faults/malformedResponses.test.ts':
    'tests the program that sends malformed responses; the bounds of each client have tests',
  'tests/integration/server/attacks.test.ts':
    'sends all known attacks to a gateway process; each limit is tested where it is enforced',
  'tests/integration/server/overload.test.ts': 'overloads a gateway process for 20 s',
  'tests/integration/changes/convergence.test.ts':
    'edits at random for 20 s under faults; each way of a change into caches and indexes is tested alone',
  'tests/integration/docs/examples.test.ts': 'runs the programs of the guides, which change with the guides',
  'tests/e2e/docs/reactGuides.test.ts': 'builds the apps of the guides, which change with the guides',
  'schema/sample/render/films.test.ts': 'computes frames of all films, which change with their renderer',
  'tests/conformance/media/media.test.ts':
    'holds the media emulator to the documents of Mux; run it after a change of gateway/emulators/media',
  'gateway/emulators/media/ingest/uploadedFiles.test.ts':
    'uploads files of all kinds to the media emulator; run it after a change of gateway/emulators/media',
  'tests/integration/cluster/limits.test.ts':
    'starts two workers for each test; the messages between workers and the limits have tests of their own',
  'tests/integration/cluster/changes.test.ts':
    'starts two workers for each test; `gateways.test.ts` sends changes from one gateway to others',
};
