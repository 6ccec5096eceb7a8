import { Breadcrumb, BreadcrumbItem, Flex, FlexItem, PageSection, Title } from '@patternfly/react-core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { shellTexts } from '../texts/shell';

interface PageHeadProps {
  title: string;
  /** Pages above this one, the topmost first. */
  trail?: readonly { title: string; to: string }[];
  /** Beside the title, e.g. a label. */
  beside?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** Below the title. */
  children?: ReactNode;
}

/** The head of a page: its title, here and of the window, with the way back and what can be done. */
export function PageHead({ title, trail = [], beside, actions, children }: PageHeadProps): ReactNode {
  useEffect(() => {
    document.title = `${title} - ${shellTexts.product}`;
  }, [title]);
  return (
    <PageSection hasBodyWrapper={false} className="page-head">
      {trail.length > 0 && (
        <Breadcrumb>
          {trail.map((place) => (
            <BreadcrumbItem
              key={place.to}
              render={({ className }) => (
                <Link to={place.to} className={className}>
                  {place.title}
                </Link>
              )}
            />
          ))}
          <BreadcrumbItem isActive>{title}</BreadcrumbItem>
        </Breadcrumb>
      )}
      <Flex
        justifyContent={{ default: 'justifyContentSpaceBetween' }}
        alignItems={{ default: 'alignItemsCenter' }}
        rowGap={{ default: 'rowGapSm' }}
      >
        <Flex alignItems={{ default: 'alignItemsCenter' }} columnGap={{ default: 'columnGapSm' }}>
          <Title headingLevel="h1">{title}</Title>
          {beside}
        </Flex>
        {actions !== undefined && <FlexItem>{actions}</FlexItem>}
      </Flex>
      {children}
    </PageSection>
  );
}
