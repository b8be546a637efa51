import { useEffect, useState } from 'react';

/**
 * A message that goes by itself after some milliseconds. Another message starts the time again.
 * @returns the message, null when there is none, and what shows one
 */
export const useTransientMessage = <T>(durationMs: number) => {
  const [message, setMessage] = useState<T | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), durationMs);
    return () => clearTimeout(timer);
  }, [message, durationMs]);
  return [message, setMessage] as const;
};
