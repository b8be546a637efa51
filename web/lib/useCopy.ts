import { useState } from 'react';
import { useTransientMessage } from './timing/useTransientMessage.ts';

const MESSAGE_DURATION_MS = 2400;
const FAILURE = 'Copying is not allowed here. Select the text and copy it.';

/**
 * Returns a function that copies a text, with whether it could, and a message about the last copy for the reader: of a success
 * for some seconds, of a failure until the next copy.
 */
export const useCopy = () => {
  const [success, setSuccess] = useTransientMessage<string>(MESSAGE_DURATION_MS);
  const [failure, setFailure] = useState<string | null>(null);
  const copy = async (text: string): Promise<boolean> => {
    try {
      // `navigator.clipboard` exists on secure pages only.
      await navigator.clipboard.writeText(text);
      setSuccess('Copied');
      setFailure(null);
      return true;
    } catch {
      setSuccess(null);
      setFailure(FAILURE);
      return false;
    }
  };
  return { copy, message: success ?? failure };
};
