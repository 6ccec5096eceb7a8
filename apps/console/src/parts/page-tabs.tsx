import { Nav, NavItem, NavList, PageSection } from '@patternfly/react-core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { showInRow } from './show-in-row';

export interface PageTab {
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
