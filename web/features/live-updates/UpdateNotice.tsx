import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTransientMessage } from '../../components/timing/useTransientMessage.ts';
import { whenIdle } from '../../components/timing/whenIdle.ts';
import { Spoken } from '../../components/VisuallyHidden.tsx';
import { type Following, followNews } from './subscribeToChanges.ts';

/** Milliseconds for which a page that is not looked at goes on hearing: a glance at another tab is soon over. */
const UNSEEN = 10_000;
const NOTE_SHOWN_FOR_MS = 5_000;
const UPDATED = 'This page has just been brought up to date.';

/** Keeps the page true while it is looked at, and says to those who hear it that it has changed under them. */
export const LiveNote = () => {
  const client = useApolloClient();
  const { pathname } = useLocation();
  const following = useRef<Following | null>(null);
  const [note, setNote] = useTransientMessage<string>(NOTE_SHOWN_FOR_MS);

  useEffect(() => {
    const url = `${location.origin.replace(/^http/, 'ws')}/graphql`;
    let wasAway = false;
    return whileSeen(() => {
      following.current = followNews(client, url, wasAway, () => setNote(UPDATED));
      wasAway = true;
      return () => {
        following.current?.stop();
        following.current = null;
      };
    });
  }, [client, setNote]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page shows other films
  useEffect(() => whenIdle(() => following.current?.look()), [pathname]);

  return (
    <div role="status" data-screen-only>
      <Spoken>{note}</Spoken>
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
