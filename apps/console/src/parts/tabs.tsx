import { Nav, NavItem, NavList, PageSection, Tab, TabTitleText, Tabs } from '@patternfly/react-core';
import { type ReactNode, useEffect, useRef, useId } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';

/** A row of tabs is wider than a phone: the one that is open is scrolled into it. Only the row moves, never the page. */
function showInRow(tab: Element | null | undefined): void {
  const row = tab?.closest('ul');
  if (!tab || !row) return;
  const [own, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - (all.left + all.width / 2);
}

interface PageTab {
  /** Address in the console. */
  to: string;
  title: string;
}

/** Pages that belong together, as links in a row: the address says which one is open. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }): ReactNode {
  const here = useLocation().pathname.replace(/\/$/, '');
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => showInRow(current.current), [here]);
  return (
    <PageSection hasBodyWrapper={false} className="page-tabs">
      <Nav variant="horizontal-subnav" aria-label={label}>
        <NavList>
          {tabs.map(({ to, title }) => (
            <NavItem key={to} isActive={to === here}>
              <Link to={to} {...(to === here ? { 'aria-current': 'page' as const, ref: current } : {})}>
                {title}
              </Link>
            </NavItem>
          ))}
        </NavList>
      </Nav>
    </PageSection>
  );
}

/** Whether an address below a page is one of its tabs. Pure. */
export function isTabOf(tabs: readonly PageTab[], page: string, part: string): boolean {
  const address = `${page}/${part}`.replace(/\/+$/, '');
  return tabs.some(({ to }) => to === address);
}

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
