import {
  Button,
  Divider,
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  MenuToggle,
  NotificationBadge,
  PageToggleButton,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from '@patternfly/react-core';
import { numberText } from '@wardstone/units';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { wardstone } from '../api/client';
import { useSummary } from '../api/monitoring';
import { onCallTexts } from '../texts/on-call';
import { shellTexts } from '../texts/shell';
import { zoneName } from '../parts/time-text';
import { ACCOUNT_AREAS } from './areas';
import { useInstalled, useViewer } from '../api/caller';
import { OwnName } from './own-name';
import { OwnPassword } from './own-password';
import { QuietHours } from './quiet-hours';
import { type Preference, theme, timeZone, usePreference } from '../api/preferences';
import { BarsIcon, UserIcon } from './icons';
import { Search } from './search';
import favicon from '../favicon.svg';

interface MenuProps {
  icon?: ReactNode;
  label: string;
  name: string;
  children: (close: () => void) => ReactNode;
}

/** Masthead of every page. */
export function ConsoleMasthead({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }): ReactNode {
  return (
    <Masthead display={{ default: 'inline' }}>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton
            isSidebarOpen={isOpen}
            onSidebarToggle={toggle}
            aria-label={shellTexts.toggleNavigation}
            id="navigation-toggle"
          >
            <BarsIcon />
          </PageToggleButton>
        </MastheadToggle>
        <MastheadBrand>
          <MastheadLogo component={(props) => <Link {...props} to="/overview" />} className="brand">
            <img src={favicon} alt="" width="28" height="28" />
            <span>{shellTexts.product}</span>
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Toolbar isStatic>
          <ToolbarContent>
            <ToolbarItem>
              <Search />
            </ToolbarItem>
            <ToolbarGroup align={{ default: 'alignEnd' }} variant="action-group-plain">
              <ToolbarItem>
                <Bell />
              </ToolbarItem>
              <ToolbarItem>
                <ZoneSwitch />
              </ToolbarItem>
              <ToolbarItem>
                <AccountMenu />
              </ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  );
}

/** Shows and changes the time zone of all times in the console. */
function ZoneSwitch(): ReactNode {
  const zone = usePreference(timeZone);
  const other = zone === 'utc' ? 'local' : 'utc';
  const name = zoneName(zone);
  const shown = name.split('/').at(-1)!.replaceAll('_', ' ');
  // In UTC there is no other zone to offer.
  if (zoneName(other) === name) return <span className="zone-switch">{shown}</span>;
  return (
    <Button
      variant="plain"
      size="sm"
      onClick={() => timeZone.choose(other)}
      className="zone-switch"
      aria-label={shellTexts.switchZone(name, zoneName(other))}
      title={shellTexts.switchZone(name, zoneName(other))}
    >
      {shown}
    </Button>
  );
}

/** Number of firing problems, on every page, once it is known. */
function Bell(): ReactNode {
  const { data } = useSummary(useInstalled()('monitoring'));
  if (!data) return null;
  const count = data.high + data.medium + data.low;
  return (
    <NotificationBadge
      variant={data.high > 0 ? 'attention' : 'read'}
      aria-label={shellTexts.bell(count)}
      aria-expanded={undefined}
      component={(props) => <Link {...props} to="/problems" />}
    >
      {/* Its own count has no separator of thousands. */}
      {count > 0 && numberText(count)}
    </NotificationBadge>
  );
}

function AccountMenu(): ReactNode {
  const { name, personName, session } = useViewer();
  const [dialog, setDialog] = useState<'name' | 'password' | 'quiet'>();
  const [failure, setFailure] = useState<string>();
  const navigate = useNavigate();
  const isInstalled = useInstalled();
  const signOut = async (): Promise<void> => {
    try {
      await wardstone.delete('/auth/session');
      window.location.assign('/login');
    } catch (error) {
      setFailure(`${shellTexts.signOutFailed} ${(error as Error).message}`);
    }
  };
  return (
    <>
      <Menu icon={<UserIcon />} label={shellTexts.account(name)} name={personName ?? name}>
        {(close) => (
          <>
            <Choice label={shellTexts.theme} preference={theme} texts={shellTexts.themes} close={close} />
            <Divider />
            <Choice label={shellTexts.timeZone} preference={timeZone} texts={shellTexts.timeZones} close={close} />
            <Divider />
            <DropdownList>
              {ACCOUNT_AREAS.filter(({ service }) => isInstalled(service)).map(({ path, title }) => (
                <DropdownItem
                  key={path}
                  onClick={() => {
                    close();
                    void navigate(`/${path}`);
                  }}
                >
                  {title}
                </DropdownItem>
              ))}
              <DropdownItem
                onClick={() => {
                  close();
                  setDialog('quiet');
                }}
              >
                {onCallTexts.quiet.title}
              </DropdownItem>
              {session?.method !== 'oidc' && (
                <DropdownItem
                  onClick={() => {
                    close();
                    setDialog('name');
                  }}
                >
                  {shellTexts.ownName.title}
                </DropdownItem>
              )}
              {session?.method !== 'oidc' && (
                <DropdownItem
                  onClick={() => {
                    close();
                    setDialog('password');
                  }}
                >
                  {shellTexts.ownPassword.title}
                </DropdownItem>
              )}
              <DropdownItem onClick={() => void signOut()} {...(failure === undefined ? {} : { description: failure })}>
                {shellTexts.signOut}
              </DropdownItem>
            </DropdownList>
          </>
        )}
      </Menu>
      {dialog === 'name' && <OwnName close={() => setDialog(undefined)} />}
      {dialog === 'password' && <OwnPassword close={() => setDialog(undefined)} />}
      {dialog === 'quiet' && <QuietHours close={() => setDialog(undefined)} />}
    </>
  );
}

function Choice<T extends string>({
  label,
  preference,
  texts,
  close,
}: {
  label: string;
  preference: Preference<T>;
  texts: Readonly<Record<T, string>>;
  close: () => void;
}): ReactNode {
  const chosen = usePreference(preference);
  return (
    <DropdownGroup label={label}>
      <DropdownList>
        {(Object.keys(texts) as T[]).map((value) => (
          <DropdownItem
            key={value}
            isSelected={value === chosen}
            onClick={() => {
              preference.choose(value);
              close();
            }}
          >
            {texts[value]}
          </DropdownItem>
        ))}
      </DropdownList>
    </DropdownGroup>
  );
}

function Menu({ icon, label, name, children }: MenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      shouldFocusFirstItemOnOpen
      shouldFocusToggleOnSelect
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          icon={icon}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={label}
          variant="plainText"
        >
          <span className="account-name" title={name}>
            {name}
          </span>
        </MenuToggle>
      )}
    >
      {children(() => setOpen(false))}
    </Dropdown>
  );
}
