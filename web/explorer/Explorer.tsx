import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import type { TextPosition } from './editor/textPosition.ts';
import { useExecutions } from './execution/useExecutions.ts';
import { addToHistory } from './library/collection.ts';
import { useFittingExamples } from './library/useFittingExamples.ts';
import { OperationPanel } from './OperationPanel.tsx';
import { ResponsePanel } from './panels/ResponsePanel.tsx';
import { panelAttributes, TabList } from './panels/TabList.tsx';
import { usePaneSizes } from './panes/paneSizes.ts';
import { Separator } from './panes/Separator.tsx';
import { RequestSettingsFields } from './request-settings/RequestSettingsFields.tsx';
import { headersOf, useRequestSettings } from './request-settings/requestSettings.ts';
import { SidePanel } from './SidePanel.tsx';
import type { Cursor } from './schema/usePages.ts';
import { useSchema } from './schema/useSchema.ts';
import { ThemeChoice } from './ThemeChoice.tsx';
import { useFittingOperation } from './tabs/useFittingOperation.ts';
import { useTabs } from './tabs/useTabs.ts';

const SIDE_PANELS = [
  ['library', 'Library'],
  ['schema', 'Schema'],
] as const;

/** The panels of a narrow window, of which one is shown. */
const PANELS = [
  ['side', 'Library'],
  ['operation', 'Operation'],
  ['response', 'Response'],
] as const;

type PanelId = (typeof PANELS)[number][0];

/** Renders the explorer: library and schema, operation, and response. In a narrow window they are tabs. */
export const Explorer = () => {
  const [settings, setSettings] = useRequestSettings();
  const headers = headersOf(settings);
  const loaded = useSchema(headers);
  const tabs = useTabs();
  const { active } = tabs;
  const executions = useExecutions(headers, settings.transport);
  const [panel, setPanel] = useState<PanelId>('operation');
  const [side, setSide] = useState<'library' | 'schema'>('library');
  const [shownPosition, setShownPosition] = useState<TextPosition>();
  const sizes = usePaneSizes();
  const [cursor, setCursor] = useState<Cursor>();
  const fitting = useFittingExamples(loaded.schema);
  useFittingOperation(fitting, tabs);
  // Before the editor takes the focus, which a hidden one cannot.
  useLayoutEffect(() => {
    document.documentElement.dataset.panel = panel;
  }, [panel]);

  const run = (operationName = active.operationName) => {
    const operation = { ...active, operationName };
    if (operationName !== active.operationName) tabs.change(active.id, { operationName });
    addToHistory(operation);
    void executions.run(operation);
    setPanel('response');
  };
  useRunShortcut(run);
  const stop = () => executions.stop(active.id);
  const open: typeof tabs.open = (operation) => {
    tabs.open(operation);
    setPanel('operation');
  };
  const close: typeof tabs.close = (id) => {
    executions.stop(id);
    tabs.close(id);
  };

  return (
    <>
      <header className="site">
        <a className="home" href="/">
          Trivium
        </a>
        <h1>Explorer</h1>
        <RequestSettingsFields settings={settings} onChange={setSettings} />
        <nav aria-label="Documentation">
          <a href="/docs/api">Guides</a>
          <a href="/docs/reference">Reference</a>
        </nav>
        <ThemeChoice />
      </header>
      <nav className="panel-choice" aria-label="Panels">
        {PANELS.map(([id, title]) => (
          <button key={id} type="button" aria-pressed={id === panel} onClick={() => setPanel(id)}>
            {title}
          </button>
        ))}
      </nav>
      <main
        style={{ '--library': `${sizes.library}%`, '--operation': `${sizes.operation}%` } as CSSProperties}
      >
        <section className="column side" aria-label="Library and schema">
          <TabList
            label="Library and schema"
            prefix="side"
            tabs={SIDE_PANELS}
            selected={side}
            select={setSide}
          />
          <div className="panel" {...panelAttributes('side', side)}>
            <SidePanel selected={side} {...tabs} open={open} cursor={cursor} examples={fitting} {...loaded} />
          </div>
        </section>
        <section className="column operation" aria-label="Operation">
          <OperationPanel
            tabs={{ ...tabs, close }}
            schema={loaded.schema}
            execution={executions.of(active.id)}
            run={run}
            stop={stop}
            setCursor={setCursor}
            shownPosition={shownPosition}
            onPositionShown={() => setShownPosition(undefined)}
          />
        </section>
        <section className="column response" aria-label="Response">
          <ResponsePanel
            key={active.id}
            tab={active}
            execution={executions.of(active.id)}
            headers={headers}
            stop={stop}
            showPosition={(shown) => {
              setShownPosition(shown);
              setPanel('operation');
            }}
          />
        </section>
        <Separator pane="library" label="Width of the library" orientation="vertical" />
        <Separator pane="operation" label="Width of the operation" orientation="vertical" />
      </main>
    </>
  );
};

/** Runs the operation on Ctrl+Enter or ⌘+Enter anywhere. An editor handles the keys itself; a link opens in a new tab. */
function useRunShortcut(run: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (event.defaultPrevented || (event.target as Element).closest?.('a')) return;
      // The keys would also press a focused button.
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [run]);
}
