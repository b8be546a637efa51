import { defineMethod } from './channel.ts';

/** A worker calls it when it serves requests. */
export const REPORT_READY = defineMethod<null, void>('report ready');
/** A worker calls it with the message of the error that keeps it from starting. */
export const REPORT_START_ERROR = defineMethod<string, void>('report start error');
/** The primary calls it when all workers are ready. */
export const MARK_READY = defineMethod<null, void>('mark ready');
/**
 * The primary calls it in one worker, which then consumes change events. The argument is `mayHaveGap`: true if another one did
 * so before, so that changes in between may be missed.
 */
export const CONSUME_CHANGES = defineMethod<boolean, void>('consume changes');
/** The primary calls it when the worker has to finish its requests and exit. */
export const CLOSE = defineMethod<null, void>('close');
