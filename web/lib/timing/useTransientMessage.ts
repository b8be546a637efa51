import { useEffect, useState } from 'react';

/**
 * Returns a message as React state that is reset to null after a time. A new message restarts the time.
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
