import { Button, FormFieldGroup, FormFieldGroupHeader, FormSelect, FormSelectOption } from '@patternfly/react-core';
import type { EvidenceChannel } from '@wardstone/client/compliance';
import { CHANNEL_SENDERS, type ChannelSender } from '@wardstone/terms';
import type { ObjectMap } from '@wardstone/dto';
import type { ReactNode } from 'react';
import { TextField } from '../parts/forms';
import { SenderFields } from '../parts/monitoring/sender-fields';
import { evidenceMailTexts as texts } from '../texts/evidence-mails';

/** Template of the text of an alert. */
const OF_ALERTS = ['message'];

interface EvidenceChannelFieldsProps {
  channels: readonly EvidenceChannel[];
  change: (channels: readonly EvidenceChannel[]) => void;
}

/** Form fields for the channels of an evidence schedule. */
export function EvidenceChannelFields({ channels, change }: EvidenceChannelFieldsProps): ReactNode {
  return (
    <fieldset className="file-choice">
      <legend>{texts.channels}</legend>
      {channels.map((channel, at) => (
        <OneChannel
          key={at}
          id={`channel-${at}`}
          channel={channel}
          change={(changed) => change(channels.map((each, index) => (index === at ? changed : each)))}
          remove={() => change(channels.filter((_each, index) => index !== at))}
        />
      ))}
      <FormSelect
        aria-label={texts.addChannel}
        value=""
        onChange={(_event, sender) => change([...channels, newChannel(sender as ChannelSender, channels)])}
      >
        <FormSelectOption value="" label={texts.addChannel} isPlaceholder />
        {CHANNEL_SENDERS.map((sender) => (
          <FormSelectOption key={sender} value={sender} label={sender} />
        ))}
      </FormSelect>
      <small>{texts.channelsHelp}</small>
    </fieldset>
  );
}

/** A channel with an unused name. */
function newChannel(sender: ChannelSender, channels: readonly EvidenceChannel[]): EvidenceChannel {
  const used = new Set(channels.map(({ name }) => name));
  const names = [sender, ...channels.map((_each, at) => `${sender} ${at + 2}`)];
  return { name: names.find((name) => !used.has(name)) ?? sender, sender, config: {} };
}

interface OneChannelProps {
  id: string;
  channel: EvidenceChannel;
  change: (channel: EvidenceChannel) => void;
  remove: () => void;
}

function OneChannel({ id, channel, change, remove }: OneChannelProps): ReactNode {
  const { name, sender, config } = channel;
  return (
    <FormFieldGroup
      header={
        <FormFieldGroupHeader
          titleText={{ text: sender, id }}
          actions={
            <Button variant="link" onClick={remove}>
              {texts.removeChannel(name)}
            </Button>
          }
        />
      }
    >
      <TextField
        id={`${id}-name`}
        label={texts.channelName}
        value={name}
        change={(changed) => change({ ...channel, name: changed })}
        isRequired
      />
      <SenderFields
        id={id}
        senderName={sender}
        config={config as ObjectMap}
        without={OF_ALERTS}
        change={(changed) => change({ ...channel, config: changed })}
      />
    </FormFieldGroup>
  );
}
