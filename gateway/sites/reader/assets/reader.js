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
  video.addEventListener('play', () => hls.startLoad(video.currentTime || -1), { once: true });
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

/** Seeks the video of the page to the second in an address, such as `#t=64`. Returns the video, if the address has a second. */
function seek(hash) {
  const [, seconds] = /^#t=(\d+(?:\.\d+)?)$/.exec(hash) ?? [];
  const video = seconds === undefined ? null : document.querySelector('.hero :is(video, audio)');
  if (video) video.currentTime = Number(seconds);
  return video;
}

seek(location.hash);
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#t="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const video = seek(link.hash);
  if (!video) return;
  event.preventDefault();
  history.replaceState(history.state, '', link.hash);
  video.scrollIntoView({ block: 'nearest' });
  // A browser can refuse to play; the video is then at the second.
  video.play().catch(() => undefined);
});

/** Wide windows show the transcript, until the reader closes it. The style sheet shows it before. */
const transcript = document.querySelector('.transcript');
if (transcript && matchMedia('(width >= 64rem)').matches) transcript.open = true;
transcript?.toggleAttribute('data-ready', true);
