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
  'tests/e2e/uploads.test.ts':
    'uploads with the client of another project and plays the video; uploads to the emulator have tests of their own',
  'tests/e2e/release/pages.test.ts':
    'rarer states of pages, and pages whose scripts fail to load; each kind of page is checked by every change',
  'tests/e2e/release/films.test.ts':
    'collections, dialogs of the player, its failures and rarer ways to continue a film; playing, seeking and resuming stay',
  'tests/e2e/release/watching.test.ts':
    'the mini player, and rarer states of the player and of interactive figures; the usual states stay',
  'tests/e2e/release/reading.test.ts':
    'notes and tools of articles, printed pages and further journeys offline; reading, saving and one start offline stay',
  'tests/e2e/release/search.test.ts':
    'failures of search and further states of its filters and suggestions; searching and filtering stay',
  'tests/e2e/release/explorer.test.ts':
    'panels and tools of the explorer, whose logic has unit tests; running queries and subscriptions stays',
  'tests/e2e/release/pageLoad.test.ts': 'up to 512 readers at once; every change is tested with eight',
  'tests/e2e/release/docs.test.ts':
    'further pages of the documentation, of the same templates, and its pages without scripts',
  'tests/e2e/release/reader.test.ts':
    'further pages of the reader, of the same templates, and a player for browsers without HLS',
  'tests/e2e/docs/visualEditingGuide.test.ts': 'builds the site of the guide, which changes with the guide',
  'tests/e2e/docs/reactGuides.test.ts': 'builds the apps of the guides, which change with the guides',
  'schema/sample/render/films.test.ts': 'computes frames of all films, which change with their renderer',
  'tests/conformance/media/media.test.ts':
    'holds the media emulator to the documents of Mux; run it after a change of gateway/emulators/media',
  'gateway/emulators/media/ingest/uploadedFiles.test.ts':
    'uploads files of all kinds to the media emulator; run it after a change of gateway/emulators/media',
  'gateway/emulators/media/ingest/ingest.test.ts':
    'encodes videos in the media emulator; one upload is tested with its routes; run it after a change of gateway/emulators/media',
  'gateway/emulators/content/abuse.test.ts':
    'sends excessive requests to an emulator, which only this machine can reach; run it after a change of gateway/emulators',
  'gateway/emulators/media/abuse.test.ts':
    'sends excessive requests to an emulator, which only this machine can reach; run it after a change of gateway/emulators',
  'gateway/emulators/search/abuse.test.ts':
    'sends excessive requests to an emulator, which only this machine can reach; run it after a change of gateway/emulators',
  'tests/integration/cluster/changes.test.ts':
    'starts two workers for each test; `gateways.test.ts` sends changes from one gateway to others',
  'tests/integration/doctor/faults.test.ts':
    'gives each fault to the doctor; the command has a test with few; run it after a change of gateway/cli/doctor',
  'tests/integration/modelImport/import.property.test.ts':
    'imports random studios; each mapping and the imports of public studios have tests of their own',
  'tests/integration/search/rollout.test.ts':
    'starts gateways of two models side by side; the names of their indexes have unit tests',
  'tests/integration/server/start.test.ts':
    'starts all processes as `npm start` does, and ends them; `.ci/run` starts them too',
  'tests/integration/react-kit/package.test.ts':
    'builds and packs the React kit; its parts have tests of their own',
  'tests/e2e/http/addresses.test.ts':
    'follows all links of lists, feed and sitemap; addresses and redirects have tests without a browser',
  'tests/e2e/emulatorAccess.test.ts':
    'sends requests of a web page to the emulators; `webPageAccess.test.ts` sends the same without a browser',
  'gateway/emulators/content/routes/streams.test.ts':
    'holds the live events and listeners of the content emulator to those of Sanity; run it after a change of gateway/emulators',
};
