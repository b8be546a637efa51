import { useEffect, useState } from 'react';

/** A value once it has stood still for so many milliseconds; until then the one before. */
export const useSettled = <T>(value: T, milliseconds: number): T => {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const handle = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(handle);
  }, [value, milliseconds]);
  return settled;
};
