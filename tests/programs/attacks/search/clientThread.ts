/** The entry of a thread: runs an attacker or a reader, so that neither they nor the emulators delay one another. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Reader, sendReaderRequests } from './readerRequests.ts';
import { type Attacker, sendRequests } from './sendRequests.ts';

/** The task of a thread until it receives a message; then it sends the result. */
export type ClientThreadData = { readonly attacker: Attacker } | { readonly reader: Reader };

const data = workerData as ClientThreadData;
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const result = await ('attacker' in data
  ? sendRequests(data.attacker, stop.signal)
  : sendReaderRequests(data.reader, stop.signal));
parentPort?.postMessage(result);
