import type { AssetEvent } from '../../core/change.ts';
import type { Asset } from './asset.ts';

/** True if an asset has the state that each event tells, or a later one. */
export const hasStateOf = (events: readonly AssetEvent<Asset>[], asset: Asset | null): boolean =>
  events.every((event) => (event.part === undefined ? isAfter(event, asset) : isAfterPart(event, asset)));

function isAfter({ isDeletion, state }: AssetEvent<Asset>, asset: Asset | null): boolean {
  if (isDeletion || !asset) return !asset && (isDeletion || !state);
  return (
    !state ||
    (stageOf(asset) >= stageOf(state) &&
      playbackIdsOf(asset) === playbackIdsOf(state) &&
      state.tracks.every((track) => !isRenamed(track, asset)))
  );
}

/** An event of a track or of a file tells nothing about other parts; without the asset there are none. */
function isAfterPart({ isDeletion, state }: AssetEvent<Asset>, asset: Asset | null): boolean {
  if (!asset || !state) return true;
  const names = filesOf(asset);
  return (
    filesOf(state).every((name) => names.includes(name) !== isDeletion) &&
    state.tracks.every(({ id, status }) => {
      const found = asset.tracks.find((track) => track.id === id);
      if (isDeletion) return !found || found.status === 'deleted';
      return found !== undefined && (status === 'preparing' || found.status !== 'preparing');
    })
  );
}

/** The stages of an asset, which it does not return to. */
const stageOf = ({ status, isLive }: Asset): number => {
  if (status === 'preparing') return 0;
  return isLive ? 1 : 2;
};

const playbackIdsOf = ({ playback_ids: ids }: Asset): string =>
  ids
    .map(({ id, policy }) => `${id} ${policy}`)
    .sort()
    .join();

const filesOf = ({ mp4Files, audioFile }: Asset): readonly string[] => [
  ...mp4Files.map(({ name }) => name),
  ...(audioFile === undefined ? [] : [audioFile]),
];

/** True if an asset has a track with another name or language. Events of tracks tell their status. */
const isRenamed = (track: Asset['tracks'][number], { tracks }: Asset): boolean => {
  const found = tracks.find(({ id }) => id === track.id);
  return found !== undefined && JSON.stringify({ ...found, status: track.status }) !== JSON.stringify(track);
};
