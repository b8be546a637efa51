import { useState } from 'react';
import { useTransientMessage } from './timing/useTransientMessage.ts';

const MESSAGE_DURATION_MS = 2400;
const FAILURE = 'Copying is not allowed here.';

/** A text that was copied, or could not be, with a message for the reader. */
interface CopyResult {
  readonly text: string;
  readonly message: string;
}

/**
 * Returns a function that copies a text, with whether it could, and the last result: of a success for some seconds, of a
 * failure until the next copy.
 * @param advice how the reader can copy the text without the function, for the message of a failure
 */
export const useCopy = (advice = '') => {
  const [success, setSuccess] = useTransientMessage<CopyResult>(MESSAGE_DURATION_MS);
  const [failure, setFailure] = useState<CopyResult | null>(null);
  const copy = async (text: string): Promise<boolean> => {
    try {
      // `navigator.clipboard` exists on secure pages only.
      await navigator.clipboard.writeText(text);
      setSuccess({ text, message: 'Copied' });
      setFailure(null);
      return true;
    } catch {
      setSuccess(null);
      setFailure({ text, message: `${FAILURE} ${advice}`.trim() });
      return false;
    }
  };
  return { copy, result: success ?? failure };
};
