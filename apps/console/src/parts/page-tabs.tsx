import { Nav, NavItem, NavList, PageSection } from '@patternfly/react-core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

export interface PageTab {
  /** Address in the console. */
  to: string;
  title: string;
}

/** Pages that belong together, as links in a row: the address says which one is open. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }): ReactNode {
  const here = useLocation().pathname.replace(/\/$/, '');
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => void (current.current && showInRow(current.current)), [here]);
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

/** On a phone the row is wider than the screen. Only the row is scrolled, never the page. */
function showInRow(link: HTMLElement): void {
  const row = link.closest('ul');
  if (!row) return;
  const [own, all] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += own.left + own.width / 2 - (all.left + all.width / 2);
}
