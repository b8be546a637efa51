import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Spoken } from '../../ui/Spoken.tsx';
import { whenIdle } from '../../ui/whenIdle.ts';
import { type Following, followNews } from './followNews.ts';

/** Milliseconds for which a page that is not looked at goes on hearing: a glance at another tab is soon over. */
const UNSEEN = 10_000;
/** Milliseconds after which a note has been said, and can be said again. */
const SAID = 5_000;

/** Keeps the page true while it is looked at, and says to those who hear it that it has changed under them. */
export const LiveNote = () => {
  const client = useApolloClient();
  const { pathname } = useLocation();
  const following = useRef<Following | null>(null);
  const [isUpdated, setUpdated] = useState(false);

  useEffect(() => {
    const url = `${location.origin.replace(/^http/, 'ws')}/graphql`;
    let wasAway = false;
    return whileSeen(() => {
      following.current = followNews(client, url, wasAway, () => setUpdated(true));
      wasAway = true;
      return () => {
        following.current?.stop();
        following.current = null;
      };
    });
  }, [client]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page shows other films
  useEffect(() => whenIdle(() => following.current?.look()), [pathname]);

  useEffect(() => {
    if (!isUpdated) return;
    const timer = setTimeout(() => setUpdated(false), SAID);
    return () => clearTimeout(timer);
  }, [isUpdated]);

  return (
    <div role="status" data-screen-only>
      <Spoken>{isUpdated && 'This page has just been brought up to date.'}</Spoken>
    </div>
  );
};

/**
 * Runs something for as long as the page is looked at. What is left for another page is let go of at once: browsers keep
 * no page at hand that holds a connection.
 * @param begin returns how to end it
 */
const whileSeen = (begin: () => () => void): (() => void) => {
  let end: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    end?.();
    end = null;
  };
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(stop, UNSEEN);
    else end ??= begin();
  };
  look();
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', stop);
  addEventListener('pageshow', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pagehide', stop);
    removeEventListener('pageshow', look);
    stop();
  };
};
