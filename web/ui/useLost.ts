import { useCallback, useState } from 'react';

/**
 * Whether a picture did not come, also when it had failed before the browser took its page over.
 * @param url the picture's address: another one is another chance
 * @returns what to hang on the `img`
 */
export const useLost = (url: string) => {
  const [lost, lose] = useState<string | null>(null);
  const onError = useCallback(() => lose(url), [url]);
  const ref = useCallback(
    (picture: HTMLImageElement | null) => {
      if (picture?.complete && picture.currentSrc && picture.naturalWidth === 0) onError();
    },
    [onError],
  );
  return { isLost: lost === url, watch: { ref, onError } };
};
