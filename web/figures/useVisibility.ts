import { type RefObject, useEffect, useState } from 'react';

/** Returns whether an element is in view, in a tab that is not hidden. */
export const useVisibility = (ref: RefObject<HTMLElement | null>): boolean => {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let isInView = false;
    const update = () => setIsVisible(isInView && !document.hidden);
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [ref]);
  return isVisible;
};
