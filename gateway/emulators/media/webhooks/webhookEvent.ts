import { randomUUID } from 'node:crypto';
import type { Asset } from '../assets/asset.ts';
import type { AssetEvent, MediaEvent } from '../assets/mediaEvent.ts';

/** A webhook event according to Mux's OpenAPI document and observed events. */
export interface WebhookEvent {
  type: MediaEvent['type'];
  /** Id of the event, the same in all deliveries. */
  id: string;
  created_at: string;
  /** The affected object. */
  object: { type: 'asset' | 'track' | 'static_rendition' | 'upload'; id: string };
  environment: { name: string; id: string };
  data: object;
  attempts: [];
  request_id: null;
  accessor: null;
  accessor_source: null;
}

const ENVIRONMENT = { name: 'Emulator', id: 'emulator' };

/** @param micros epoch microseconds; they distinguish events of the same millisecond */
export function webhookEvent(event: MediaEvent, micros: number): WebhookEvent {
  const { object, data } = 'upload' in event ? ofUpload(event) : ofAsset(event);
  return {
    type: event.type,
    id: randomUUID(),
    created_at: formatMicros(micros),
    object,
    environment: ENVIRONMENT,
    data,
    attempts: [],
    request_id: null,
    accessor: null,
    accessor_source: null,
  };
}

type EventSubject = Pick<WebhookEvent, 'object' | 'data'>;

function ofUpload({ upload }: Extract<MediaEvent, { upload: unknown }>): EventSubject {
  return { object: { type: 'upload', id: upload.id }, data: upload };
}

function ofAsset({ type, asset, part, error }: AssetEvent): EventSubject {
  if (!part) return { object: { type: 'asset', id: asset.id }, data: assetData(asset) };
  const isTrack = type.startsWith('video.asset.track.');
  return {
    object: { type: isTrack ? 'track' : 'static_rendition', id: part.id },
    data: {
      ...part,
      ...(type.endsWith('.deleted') && isTrack && { status: 'deleted' }),
      asset_id: asset.id,
      ...(error && { error }),
    },
  };
}

/**
 * Returns an asset in the format of webhooks: its time and the sizes of its renditions are strings in API
 * responses but numbers in webhooks.
 */
function assetData({ created_at, static_renditions: renditions, ...asset }: Asset): object {
  const files = renditions?.files?.map((file) =>
    file.filesize === undefined ? file : { ...file, filesize: Number(file.filesize) },
  );
  return {
    ...asset,
    created_at: Number(created_at),
    ...(renditions && { static_renditions: { ...renditions, ...(files && { files }) } }),
  };
}

function formatMicros(micros: number): string {
  const microsPart = String(micros % 1000).padStart(3, '0');
  return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', `${microsPart}Z`);
}
