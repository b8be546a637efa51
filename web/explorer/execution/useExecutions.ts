import { useEffect, useRef, useState } from 'react';
import type { ExplorerRequest } from '../document/operations.ts';
import type { OperationTab } from '../tabs/tabs.ts';
import { type HttpResponse, sendRequest } from './sendRequest.ts';
import { subscribe, type Transport } from './subscribe.ts';
import type { SubscriptionEvent } from './subscriptionEvent.ts';

/** The last execution of a tab. */
export type Execution =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'response';
      readonly request: ExplorerRequest;
      /** The headers that were sent with it. */
      readonly sentHeaders: Readonly<Record<string, string>>;
      readonly response: HttpResponse;
    }
  | {
      readonly kind: 'subscription';
      readonly request: ExplorerRequest;
      readonly events: readonly SubscriptionEvent[];
      readonly isOpen: boolean;
    }
  | { readonly kind: 'failure'; readonly message: string };

/** More events would make the page slow. */
const MAX_EVENTS = 500;

const ENDS: ReadonlySet<SubscriptionEvent['kind']> = new Set(['error', 'complete', 'stopped']);

export interface Executions {
  /** The last execution of a tab; undefined before the first one. */
  of(tabId: string): Execution | undefined;
  /** Executes the operation of a tab, and stops the execution before. */
  run(tab: OperationTab): Promise<void>;
  /** Stops the execution of a tab. */
  stop(tabId: string): void;
}

/** Returns the executions of the tabs. All stop when the page is left. */
export function useExecutions(headers: Readonly<Record<string, string>>, transport: Transport): Executions {
  const [executions, setExecutions] = useState<Readonly<Record<string, Execution>>>({});
  const stops = useRef(new Map<string, () => void>());
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop();
    };
  }, []);

  const stop = (tabId: string) => {
    stops.current.get(tabId)?.();
    stops.current.delete(tabId);
  };

  const run = async (tab: OperationTab) => {
    stop(tab.id);
    const controller = new AbortController();
    const { signal } = controller;
    const abort = () => controller.abort();
    stops.current.set(tab.id, abort);
    const show = (execution: Execution) => {
      if (!signal.aborted) setExecutions((all) => ({ ...all, [tab.id]: execution }));
    };
    show({ kind: 'running' });
    try {
      const { requestOf } = await import('../document/operations.ts');
      signal.throwIfAborted();
      const { request, type } = requestOf(tab);
      if (type === 'subscription') await openSubscription(tab.id, request, signal);
      else {
        const response = await sendRequest(request, headers, signal);
        show({ kind: 'response', request, sentHeaders: headers, response });
      }
    } catch (error) {
      // A later run of the tab has stopped this run.
      if ((stops.current.get(tab.id) ?? abort) !== abort) return;
      const message = signal.aborted ? 'Stopped' : (error as Error).message;
      setExecutions((all) => ({ ...all, [tab.id]: { kind: 'failure', message } }));
    }
  };

  const openSubscription = async (tabId: string, request: ExplorerRequest, signal: AbortSignal) => {
    setExecutions((all) => ({
      ...all,
      [tabId]: { kind: 'subscription', request, events: [], isOpen: true },
    }));
    const addEvent = (event: SubscriptionEvent) =>
      setExecutions((all) => {
        const current = all[tabId];
        if (current?.kind !== 'subscription' || current.request !== request) return all;
        const events = [...current.events, event].slice(-MAX_EVENTS);
        return { ...all, [tabId]: { ...current, events, isOpen: !ENDS.has(event.kind) } };
      });
    const end = await subscribe(request, headers, transport, addEvent);
    if (signal.aborted) end();
    else stops.current.set(tabId, end);
  };

  return { of: (tabId) => executions[tabId], run, stop };
}
