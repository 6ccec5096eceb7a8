import { Tab, TabTitleText, Tabs } from '@patternfly/react-core';
import { type ReactNode, useEffect, useId } from 'react';
import { useSearchParams } from 'react-router';
import { showInRow } from './show-in-row';

interface PartTabsProps {
  label: string;
  /** The first is shown when the address names none. */
  tabs: readonly { name: string; title: string; content: () => ReactNode }[];
}

const TAB = 'tab';

/** Parts of a page, of which the address names one; filters and page of the one before are forgotten. */
export function PartTabs({ label, tabs }: PartTabsProps): ReactNode {
  const [search, setSearch] = useSearchParams();
  const id = useId();
  const chosen = tabs.find(({ name }) => name === search.get(TAB)) ?? tabs[0]!;
  useEffect(
    () => showInRow(document.getElementById(id)?.querySelector('[role=tab][aria-selected=true]')),
    [id, chosen.name],
  );
  return (
    <Tabs
      id={id}
      activeKey={chosen.name}
      aria-label={label}
      onSelect={(_event, name) => setSearch(name === tabs[0]!.name ? {} : { [TAB]: String(name) }, { replace: true })}
    >
      {tabs.map(({ name, title, content }) => (
        <Tab key={name} eventKey={name} title={<TabTitleText>{title}</TabTitleText>}>
          <div className="tab-content">{name === chosen.name && content()}</div>
        </Tab>
      ))}
    </Tabs>
  );
}
