import {
  Alert,
  Page,
  PageSection,
  PageSidebar,
  PageSidebarBody,
  SkipToContent,
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
} from '@patternfly/react-core';
import { type MouseEvent, type ReactNode, Suspense, useRef, useState, Component } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { Loading } from '../parts/states';
import { shellTexts } from '../texts/shell';
import { ACCOUNT_AREAS, AREAS } from './areas';
import { useInstalled, useMay } from '../api/caller';
import { ConsoleMasthead } from './masthead';
import { Navigation } from './navigation';
import { NotFound } from './not-found';
import { Unresponsive } from './unresponsive';

const MAIN = 'main';
/** Width in pixels below which the navigation is an overlay, as in PatternFly. */
const WIDE = 1200;

/** Frame of every page, with the routes. */
export function Shell(): ReactNode {
  const isInstalled = useInstalled();
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Navigate to="/overview" replace />} />
        {[...AREAS, ...ACCOUNT_AREAS]
          .filter(({ service }) => isInstalled(service))
          .map(({ path, Pages }) => (
            <Route key={path} path={`${path}/*`} element={<Pages />} />
          ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

function Frame(): ReactNode {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(true);
  const isNarrow = useRef(false);
  const follow = (width: number): void => {
    if (isNarrow.current === width < WIDE) return;
    isNarrow.current = width < WIDE;
    setOpen(!isNarrow.current);
  };
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    document.getElementById(MAIN)?.focus();
  };
  return (
    <Page
      masthead={<ConsoleMasthead isOpen={isOpen} toggle={() => setOpen(!isOpen)} />}
      sidebar={
        <PageSidebar isSidebarOpen={isOpen}>
          <PageSidebarBody>
            <Navigation area={pathname.split('/')[1]} onChosen={() => isNarrow.current && setOpen(false)} />
          </PageSidebarBody>
        </PageSidebar>
      }
      skipToContent={
        <SkipToContent href={`#${MAIN}`} onClick={skip}>
          {shellTexts.skip}
        </SkipToContent>
      }
      mainContainerId={MAIN}
      onPageResize={(_event, { windowSize }: { windowSize: number }) => follow(windowSize)}
      isContentFilled
    >
      <ErrorBoundary address={pathname}>
        <Unresponsive />
        <SeenPart area={pathname.split('/')[1]} />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </Page>
  );
}

/** Areas whose lists depend on visible resources. */
const SEEN_IN_PART: readonly (string | undefined)[] = [
  'overview',
  'problems',
  'inventory',
  'alerts',
  'explore',
  'groups',
];

/** Notice that counts include only resources visible to the viewer. */
function SeenPart({ area }: { area: string | undefined }): ReactNode {
  const seesAll = useMay('MANAGE_INVENTORY');
  if (seesAll || !SEEN_IN_PART.includes(area)) return null;
  return (
    <PageSection hasBodyWrapper={false} className="seen-part">
      <Alert variant="info" isInline isPlain title={shellTexts.seenPart.title}>
        {shellTexts.seenPart.body}
      </Alert>
    </PageSection>
  );
}

/** Confines the failure of a page to that page; navigating elsewhere resets it. */
class ErrorBoundary extends Component<{ address: string; children: ReactNode }, { failedAt?: string }> {
  override state: { failedAt?: string } = {};

  static getDerivedStateFromError(): { failedAt: string } {
    return { failedAt: window.location.pathname };
  }

  override componentDidUpdate({ address }: { address: string }): void {
    if (this.state.failedAt !== undefined && address !== this.props.address) this.setState({ failedAt: undefined });
  }

  override render(): ReactNode {
    if (this.state.failedAt === undefined) return this.props.children;
    const { title, body, reload } = shellTexts.crashed;
    return (
      <EmptyState titleText={title} headingLevel="h1" status="danger">
        <EmptyStateBody>{body}</EmptyStateBody>
        <EmptyStateFooter>
          <EmptyStateActions>
            <Button onClick={() => window.location.reload()}>{reload}</Button>
          </EmptyStateActions>
        </EmptyStateFooter>
      </EmptyState>
    );
  }
}
