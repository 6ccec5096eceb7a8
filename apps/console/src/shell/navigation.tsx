import { Nav, NavItem, NavList } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shellTexts } from '../texts/shell';
import { AREAS } from './areas';
import { useInstalled } from '../api/caller';

/** Links to the areas of the installed services. */
export function Navigation({ area, onChosen }: { area: string | undefined; onChosen: () => void }): ReactNode {
  const isInstalled = useInstalled();
  return (
    <Nav aria-label={shellTexts.navigation} onSelect={onChosen}>
      <NavList>
        {AREAS.filter(({ service }) => isInstalled(service)).map(({ path, title }) => (
          <NavItem key={path} isActive={path === area}>
            <Link to={`/${path}`}>{title}</Link>
          </NavItem>
        ))}
        <NavItem>
          <a href="/docs">{shellTexts.api}</a>
        </NavItem>
      </NavList>
    </Nav>
  );
}
