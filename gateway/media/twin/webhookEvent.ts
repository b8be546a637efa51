import { randomUUID } from 'node:crypto';
import type { Asset } from './asset.ts';
import type { AssetEvent, MediaEvent } from './store.ts';

/** What a webhook tells, by the webhooks of Mux's OpenAPI document and events seen of it. */
export interface WebhookEvent {
  type: MediaEvent['type'];
  /** The event's own; equal in all its deliveries. */
  id: string;
  created_at: string;
  /** What the event is about. */
  object: { type: 'asset' | 'track' | 'static_rendition' | 'upload'; id: string };
  environment: { name: string; id: string };
  data: object;
  attempts: [];
  request_id: null;
  accessor: null;
  accessor_source: null;
}

const ENVIRONMENT = { name: 'Twin', id: 'twin' };

/** @param micros epoch microseconds; events of one moment are told apart by them */
export function webhookEvent(event: MediaEvent, micros: number): WebhookEvent {
  const { object, data } = 'upload' in event ? ofUpload(event) : ofAsset(event);
  return {
    type: event.type,
    id: randomUUID(),
    created_at: moment(micros),
    object,
    environment: ENVIRONMENT,
    data,
    attempts: [],
    request_id: null,
    accessor: null,
    accessor_source: null,
  };
}

type About = Pick<WebhookEvent, 'object' | 'data'>;

function ofUpload({ upload }: Extract<MediaEvent, { upload: unknown }>): About {
  return { object: { type: 'upload', id: upload.id }, data: upload };
}

function ofAsset({ type, asset, part, error }: AssetEvent): About {
  if (!part) return { object: { type: 'asset', id: asset.id }, data: told(asset) };
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

/** The time of an asset, and the sizes of its renditions, are strings in answers and numbers in webhooks. */
function told({ created_at, static_renditions: renditions, ...asset }: Asset): object {
  const files = renditions?.files?.map((file) =>
    file.filesize === undefined ? file : { ...file, filesize: Number(file.filesize) },
  );
  return {
    ...asset,
    created_at: Number(created_at),
    ...(renditions && { static_renditions: { ...renditions, ...(files && { files }) } }),
  };
}

function moment(micros: number): string {
  const beyond = String(micros % 1000).padStart(3, '0');
  return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', `${beyond}Z`);
}
