import { Button } from '@patternfly/react-core';
import type { CalendarFeedRest, RotationRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField, Dialog, FormDialog } from '../parts/forms';
import { column, DataTable } from '../parts/list';
import { Part } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { SecretText } from '../parts/secret-text';
import { Loaded } from '../parts/states';
import { Time } from '../parts/values';
import { onCallTexts } from '../texts/on-call';
import { partTexts } from '../texts/parts';

const { feeds: texts } = onCallTexts;
const FEEDS = '/rest/on-call/feed';

/** Creates a calendar feed of a rotation, or of the viewer's own shifts. */
export function FeedButton({ rotation }: { rotation?: Pick<RotationRest, 'id' | 'name'> }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" {...(rotation ? {} : { size: 'sm' as const })} onClick={() => setOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && <FeedDialog rotation={rotation} close={() => setOpen(false)} />}
    </>
  );
}

interface FeedDialogProps {
  rotation: Pick<RotationRest, 'id' | 'name'> | undefined;
  close: () => void;
}

function FeedDialog({ rotation, close }: FeedDialogProps): ReactNode {
  const [chosen, setChosen] = useState(rotation ? String(rotation.id) : '');
  const [made, setMade] = useState<string>();
  const { data: feeds = [] } = useGet(FEEDS);
  const changed = useChanged();
  const isKnown = feeds.some(({ rotationId }) => String(rotationId ?? '') === chosen);
  const submit = (): Promise<CalendarFeedRest> => {
    const body = chosen === '' ? {} : { rotationId: Number(chosen) };
    return changed(wardstone.post(FEEDS, { body }));
  };
  if (made !== undefined) {
    return (
      <Dialog
        title={texts.title}
        variant="medium"
        close={close}
        footer={
          <Button variant="link" onClick={close}>
            {partTexts.close}
          </Button>
        }
      >
        <SecretText label={texts.address} once={texts.once} copy={texts.copy} copied={texts.copied}>
          {made}
        </SecretText>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={texts.title}
      action={isKnown ? texts.replace : texts.create}
      description={texts.help}
      isReady
      submit={submit}
      submitted={({ address }) => setMade(address)}
      isFleeting
      close={close}
    >
      <ChoiceField
        label={texts.which}
        value={chosen}
        change={setChosen}
        help={isKnown ? texts.replaceHelp : undefined}
        options={[
          ...(rotation ? [[String(rotation.id), texts.ofRotation(rotation.name)] as const] : []),
          ['', texts.own],
        ]}
      />
    </FormDialog>
  );
}

/** Calendar feeds of the viewer, which can be revoked. */
export function OwnFeeds(): ReactNode {
  const query = useGet(FEEDS);
  return (
    <Part title={texts.mine} actions={<FeedButton />}>
      <Loaded query={query}>
        {(feeds) => (
          <DataTable<CalendarFeedRest>
            label={texts.mine}
            rows={feeds}
            toKey={({ id }) => String(id)}
            columns={[
              column('which', texts.which, ({ rotationName }) =>
                rotationName === undefined ? texts.own : texts.ofRotation(rotationName),
              ),
              column('made', texts.made, ({ createdTime }) => <Time at={createdTime} />),
              column('used', texts.used, ({ usedTime }) => <Time at={usedTime} />),
              column('actions', onCallTexts.actions, ({ id }) => (
                <RemoveButton
                  action={texts.revoke}
                  title={texts.revokeTitle}
                  remove={() => wardstone.delete(`${FEEDS}/{id}`, { path: { id } })}
                >
                  {texts.revokeBody}
                </RemoveButton>
              )),
            ]}
            empty={<p>{texts.none}</p>}
          />
        )}
      </Loaded>
    </Part>
  );
}
