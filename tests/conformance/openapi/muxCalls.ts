import { readFile } from 'node:fs/promises';
import type Mux from '@mux/mux-node';
import { SEED } from '../../../gateway/emulators/media/testing/seedFiles.ts';

/** Calls all management routes of the media emulator with the SDK. @param put uploads a file */
export async function callAllMuxRoutes(mux: Mux, put: typeof fetch): Promise<void> {
  const { assets, playbackIds } = mux.video;
  for await (const asset of assets.list({ limit: 3 })) await assets.retrieve(asset.id);
  const asset = await assets.create({
    inputs: [{ url: 'https://media.invalid/film.mp4' }],
    playback_policies: ['public', 'signed'],
    meta: { title: 'Title', creator_id: 'creator', external_id: 'external' },
    passthrough: 'through',
    video_quality: 'plus',
    normalize_audio: true,
  });
  await assets.update(asset.id, { passthrough: 'other', meta: { title: 'New' } });
  await assets.retrieveInputInfo(asset.id);
  await assets.retrieveInputInfo(SEED.ready);
  const playbackId = await assets.createPlaybackId(asset.id, { policy: 'signed' });
  await assets.retrievePlaybackId(asset.id, playbackId.id);
  await playbackIds.retrieve(playbackId.id);
  await assets.deletePlaybackId(asset.id, playbackId.id);
  const track = await assets.createTrack(SEED.ready, {
    url: 'https://media.invalid/fr.vtt',
    type: 'text',
    language_code: 'fr',
  });
  await assets.retrieve(SEED.ready);
  await assets.updateTrack(SEED.ready, track.id as string, { name: 'Autre' });
  await assets.deleteTrack(SEED.ready, track.id as string);
  const rendition = await assets.createStaticRendition(SEED.ready, { resolution: '720p' });
  await assets.retrieve(SEED.ready);
  await assets.deleteStaticRendition(SEED.ready, rendition.id as string);
  await assets.delete(asset.id);
  await callAllUploadRoutes(mux, put);
  const { playbackRestrictions } = mux.video;
  const restriction = await playbackRestrictions.create({
    referrer: { allowed_domains: ['*.example.com'], allow_no_referrer: true },
    user_agent: { allow_no_user_agent: false, allow_high_risk_user_agent: false },
  });
  await playbackRestrictions.retrieve(restriction.id);
  for await (const _restriction of playbackRestrictions.list({ limit: 10 }));
  await playbackRestrictions.delete(restriction.id);
  await mux.system.utilities.whoami();
  const key = await mux.system.signingKeys.create();
  await mux.system.signingKeys.retrieve(key.id);
  for await (const _key of mux.system.signingKeys.list({ limit: 10 }));
  await mux.system.signingKeys.delete(key.id);
}

async function callAllUploadRoutes({ video: { assets, uploads } }: Mux, put: typeof fetch): Promise<void> {
  const upload = await uploads.create({
    cors_origin: 'https://studio.example',
    timeout: 120,
    test: true,
    new_asset_settings: {
      playback_policies: ['public'],
      inputs: [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }],
      static_renditions: [{ resolution: 'highest' }],
      meta: { title: 'Uploaded' },
    },
  });
  await uploads.retrieve(upload.id);
  for await (const _upload of uploads.list({ limit: 10 }));
  await uploads.cancel((await uploads.create({ cors_origin: '*' })).id);
  const sample = new URL('../../../gateway/emulators/media/testing/sample.mp4', import.meta.url);
  await put(upload.url as string, { method: 'PUT', body: new Uint8Array(await readFile(sample)) });
  const { asset_id = '' } = await uploads.retrieve(upload.id);
  await assets.retrieve(asset_id);
  const retrieveUntil = async (isMet: (asset: Mux.Video.Asset) => boolean) => {
    for (let attemptsLeft = 300; attemptsLeft > 0; attemptsLeft--) {
      const asset = await assets.retrieve(asset_id);
      if (isMet(asset)) return asset;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`expected the asset ${asset_id} to become ready`);
  };
  const asset = await retrieveUntil(({ status }) => status !== 'preparing');
  await assets.retrieveInputInfo(asset_id);
  const audio = asset.tracks?.find(({ type }) => type === 'audio')?.id as string;
  await assets.generateSubtitles(asset_id, audio, { generated_subtitles: [{ language_code: 'auto' }] });
  await retrieveUntil(({ tracks = [] }) => tracks.every(({ status }) => status !== 'preparing'));
  await assets.delete(asset_id);
}
