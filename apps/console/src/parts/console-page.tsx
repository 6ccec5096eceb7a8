import {
  Breadcrumb,
  BreadcrumbItem,
  Flex,
  FlexItem,
  PageSection,
  type PageSectionProps,
  Title,
} from '@patternfly/react-core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { shellTexts } from '../texts/shell';

interface PageHeadProps {
  /** That of the list above, as long as there is no record. */
  title: string;
  /** Pages above this one, the topmost first. */
  trail?: readonly { title: string; to: string }[];
  /** Beside the title, e.g. a label. */
  beside?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** Below the title. */
  below?: ReactNode;
}

interface ConsolePageProps extends PageHeadProps, Pick<PageSectionProps, 'className' | 'isFilled'> {
  /** Between the head and what the page is about. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** A page: its head, and below it what it is about. */
export function ConsolePage({
  tabs,
  children,
  className = '',
  isFilled = false,
  ...head
}: ConsolePageProps): ReactNode {
  return (
    <>
      <PageHead {...head} />
      {tabs}
      <PageSection hasBodyWrapper={false} className={className} {...(isFilled ? { isFilled } : {})}>
        {children}
      </PageSection>
    </>
  );
}

/** Path of the page whose heading was shown last. */
let lastPath: string | undefined;

/**
 * The heading gets the focus when another page is shown, so that screen readers announce it, and the next Tab is
 * inside it. On the first page the browser begins at the top, where the skip link is.
 */
function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // In the commit of the page: later, it would steal the focus from a field that is in use.
  useLayoutEffect(() => {
    const isMove = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    if (isMove) heading.current?.focus();
  }, [pathname]);
  return heading;
}

/** The head of a page: its title, here and of the window, with the way back and what can be done. */
function PageHead({ title, trail = [], beside, actions, below }: PageHeadProps): ReactNode {
  const heading = useFocusOnArrival();
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
                <Link to={place.to} className={`${className} clamped`}>
                  {place.title}
                </Link>
              )}
            />
          ))}
          {trail.at(-1)?.title !== title && (
            <BreadcrumbItem isActive>
              <span className="clamped">{title}</span>
            </BreadcrumbItem>
          )}
        </Breadcrumb>
      )}
      <Flex
        justifyContent={{ default: 'justifyContentSpaceBetween' }}
        alignItems={{ default: 'alignItemsCenter' }}
        rowGap={{ default: 'rowGapSm' }}
      >
        <Flex alignItems={{ default: 'alignItemsCenter' }} columnGap={{ default: 'columnGapSm' }}>
          <Title headingLevel="h1" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {beside}
        </Flex>
        {actions !== undefined && <FlexItem className="page-actions">{actions}</FlexItem>}
      </Flex>
      {below}
    </PageSection>
  );
}
