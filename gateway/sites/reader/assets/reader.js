/** The address of hls.js; empty if the gateway does not have it. */
const HLS_URL = '/reader/hls.js';
const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** Plays the stream of a video with hls.js, which loads segments when the reader presses Play. */
async function attachStream(video) {
  const { default: Hls } = await import(HLS_URL);
  if (!Hls.isSupported()) return;
  const hls = new Hls({ autoStartLoad: false, enableWorker: false });
  hls.loadSource(video.dataset.hls);
  hls.attachMedia(video);
  video.addEventListener('play', () => hls.startLoad(), { once: true });
}

const needsPlayer = (video) => HLS_URL !== '' && video.canPlayType(HLS_TYPE) === '';

const videos = [...document.querySelectorAll('[data-hls]')].filter(needsPlayer);
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void attachStream(target);
    }
  },
  { rootMargin: '200px' },
);
for (const video of videos) observer.observe(video);
