import type { Change } from '../../core/change.ts';

/** Delivers changes to every gateway of the deployment, the sender included, in the order in which they were sent. */
export interface ChangeBus<Asset> {
  send(change: Change<Asset>): Promise<void>;
  close(): Promise<void>;
}

/** Receives the changes of a bus. */
export interface ChangeHandlers<Asset> {
  onChange(change: Change<Asset>): Promise<void>;
  /** Some changes can no longer be read. */
  onGap(): Promise<void>;
  onError(error: unknown): void;
}

export type OpenChangeBus = <Asset>(handlers: ChangeHandlers<Asset>) => ChangeBus<Asset>;
