import './parts.css';
import {
  Breadcrumb,
  BreadcrumbItem,
  Button,
  type ButtonProps,
  Flex,
  FlexItem,
  Nav,
  NavItem,
  NavList,
  PageSection,
  type PageSectionProps,
  Tab,
  Tabs,
  TabTitleText,
  Title,
} from '@patternfly/react-core';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { shellTexts } from '../texts/shell';

interface PageHeadProps {
  /** Title of the list, until the record is loaded. */
  title: string;
  /** Ancestors of the page, from the root. */
  trail?: readonly { title: string; to: string }[];
  /** Shown beside the title, e.g. a label. */
  beside?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** Shown below the title. */
  below?: ReactNode;
}

interface ConsolePageProps extends PageHeadProps, Pick<PageSectionProps, 'className' | 'isFilled'> {
  /** Tabs between heading and content. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** Page with heading and content. */
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
 * Focuses the heading after a navigation, so that screen readers announce it and Tab continues from there. The first
 * page keeps the browser's initial focus, which precedes the skip link.
 */
function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // In the layout phase, because a later effect could steal the focus from a field.
  useLayoutEffect(() => {
    const isMove = lastPath !== undefined && lastPath !== pathname;
    lastPath = pathname;
    if (isMove) heading.current?.focus();
  }, [pathname]);
  return heading;
}

/** Heading of a page and title of the window, with breadcrumb and actions. */
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

interface PartProps {
  title: string;
  /** Actions beside the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Section with its own title. */
export function Part({ title, actions, className, children }: PartProps): ReactNode {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section aria-labelledby={id} className={className}>
      {actions === undefined ? (
        heading
      ) : (
        <div className="part-head">
          {heading}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

interface LinkButtonProps extends Omit<ButtonProps, 'component' | 'ref' | 'state'> {
  to: string;
  /** State of the navigation. */
  state?: string;
}

/** Link to another page of the console, styled as a button. */
export function LinkButton({ to, state, ...button }: LinkButtonProps): ReactNode {
  return <Button {...button} component={(props) => <Link {...props} to={to} state={state} />} />;
}

/**
 * Scrolls the open tab into view within its row, which may be wider than a phone, without scrolling the page; again when
 * fonts or scroll buttons change its place. Returns a function that ends this.
 */
function keepInRow(tab: Element | null | undefined): (() => void) | undefined {
  const row = tab?.closest('ul');
  if (!tab || !row) return undefined;
  const resized = new ResizeObserver(() => {
    const [own, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += own.left + own.width / 2 - (all.left + all.width / 2);
  });
  resized.observe(row);
  resized.observe(tab);
  return () => resized.disconnect();
}

interface PageTab {
  /** Address in the console. */
  to: string;
  title: string;
}

/** Related pages as a row of links; the address selects one. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }): ReactNode {
  const here = useLocation().pathname.replace(/\/$/, '');
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => keepInRow(current.current), [here]);
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
export function isKnownTab(tabs: readonly PageTab[], page: string, part: string): boolean {
  const address = `${page}/${part}`.replace(/\/+$/, '');
  return tabs.some(({ to }) => to === address);
}

interface PartTabsProps {
  label: string;
  /** The first is the default. */
  tabs: readonly { name: string; title: string; content: () => ReactNode }[];
}

const TAB = 'tab';

/** Parts of a page, selected by the address; switching resets filters and page. */
export function PartTabs({ label, tabs }: PartTabsProps): ReactNode {
  const [search, setSearch] = useSearchParams();
  const id = useId();
  const chosen = tabs.find(({ name }) => name === search.get(TAB)) ?? tabs[0]!;
  useEffect(
    () => keepInRow(document.getElementById(id)?.querySelector('[role=tab][aria-selected=true]')),
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
