import { Button } from '@patternfly/react-core';
import type { OnCallPersonRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { LIVE, useChanged, useGet, wardstone } from '../api/client';
import { FormDialog, TextField } from '../parts/forms';
import { column, DataTable } from '../parts/list';
import { Part } from '../parts/page';
import { Loaded } from '../parts/states';
import { useMay } from '../api/caller';
import { contactTexts } from '../texts/contacts';
import { onCallTexts } from '../texts/on-call';
import { personText, ReachMark } from './reach';

const { people: texts } = onCallTexts;
const PERSON = '/rest/on-call/person';

/** Everyone who can be on call, and whether notifications reach them. */
export function People(): ReactNode {
  const query = useGet(PERSON, {}, LIVE);
  const mayChange = useMay('MANAGE_SECURITY');
  return (
    <Part title={texts.title} actions={mayChange && <AddButton />}>
      <Loaded query={query}>
        {(people) => (
          <DataTable<OnCallPersonRest>
            label={texts.title}
            rows={people}
            toKey={({ userId }) => String(userId)}
            columns={[
              column('login', texts.login, personText),
              column('reached', onCallTexts.reachedBy, (person) => <ReachMark person={person} />),
              ...(mayChange
                ? [
                    column<OnCallPersonRest>('methods', onCallTexts.actions, ({ login }) => (
                      <Link to={`/contact-methods/${encodeURIComponent(login)}`}>{contactTexts.title}</Link>
                    )),
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** Adds a person of an identity provider who has not logged in yet. */
function AddButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [login, setLogin] = useState('');
  const changed = useChanged();
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
      {isOpen && (
        <FormDialog
          title={texts.add}
          action={texts.add}
          description={texts.addHelp}
          isReady={login.trim() !== ''}
          submit={() => changed(wardstone.post(PERSON, { body: { login: login.trim() } }))}
          close={() => {
            setOpen(false);
            setLogin('');
          }}
        >
          <TextField
            label={texts.login}
            value={login}
            change={setLogin}
            maxLength={256}
            help={texts.loginHelp}
            isRequired
          />
        </FormDialog>
      )}
    </>
  );
}
