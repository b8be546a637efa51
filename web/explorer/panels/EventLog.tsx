import type { SubscriptionEvent } from '../execution/subscriptionEvent.ts';
import { ResponseActions } from './ResponseActions.tsx';

interface EventLogProps {
  readonly events: readonly SubscriptionEvent[];
  readonly isOpen: boolean;
  /** The name of the file with the events. */
  readonly fileName: string;
  stop(): void;
}

const NAMES: Readonly<Record<SubscriptionEvent['kind'], string>> = {
  connected: 'Connected',
  next: 'Event',
  error: 'Error',
  complete: 'Completed by the server',
  stopped: 'Stopped',
};

const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** Renders the events of a subscription with their times, the newest first. */
export const EventLog = ({ events, isOpen, fileName, stop }: EventLogProps) => {
  const received = events.filter(({ kind }) => kind === 'next').map(({ text }) => text);
  return (
    <div className="event-log">
      <div className="state">
        <span role="status">{isOpen ? 'Subscribed' : 'Closed'}</span>
        <span className="count">{received.length === 1 ? '1 event' : `${received.length} events`}</span>
        {received.length > 0 && <ResponseActions fileName={fileName} text={`[${received.join(',\n')}]\n`} />}
        {isOpen && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </div>
      {/* A list that scrolls takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard */}
      <ol tabIndex={0} aria-label="Events">
        {events.toReversed().map(({ kind, time, text }, index) => (
          <li key={events.length - index} className={kind}>
            <time dateTime={new Date(time).toISOString()}>{timeFormat.format(time)}</time>{' '}
            <b>{NAMES[kind]}</b>
            {text && <pre>{text}</pre>}
          </li>
        ))}
      </ol>
    </div>
  );
};
