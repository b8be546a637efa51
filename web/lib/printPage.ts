/** The longest time for which printing waits for images. */
const IMAGES_TIMEOUT_MS = 8_000;

/** Starts to load the images of the page that wait until they are near the viewport. Returns all images. */
export const loadLazyImages = (): HTMLImageElement[] => {
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  return images;
};

/** Opens the print dialog of the browser when the images of the page have loaded, or have failed to. */
export const printPage = async (): Promise<void> => {
  const decoded = loadLazyImages().map((image) => image.decode());
  const timeout = new Promise((resolve) => setTimeout(resolve, IMAGES_TIMEOUT_MS));
  await Promise.race([Promise.allSettled(decoded), timeout]);
  print();
};
