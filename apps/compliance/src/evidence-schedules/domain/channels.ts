import { configProblem, findLostSecret, findSender, showConfig, storeConfig } from '@wardstone/alerting';
import type { EvidenceChannel } from '@wardstone/dto/compliance';
import type { ComplianceChannel } from '@wardstone/dto/monitoring';

const MAX_NAME_LENGTH = 100;
const MAX_SETTINGS = 20;
const MAX_TEXT_LENGTH = 2_000;

/**
 * Channels as stored; a masked secret is replaced by that of the stored channel with the same name and sender. Pure.
 */
export const storeChannels = (
  given: readonly EvidenceChannel[],
  kept: readonly ComplianceChannel[],
): ComplianceChannel[] =>
  given.map(({ name, sender, config }) => {
    const known = kept.find((channel) => channel.name === name && channel.sender === sender);
    return { name, sender, config: storeConfig(findSender(sender), config, known?.config) };
  });

/**
 * Stored channels without secrets. Pure.
 * @param mayChange whether the caller may set them; others do not see whole addresses
 */
export const showChannels = (channels: readonly ComplianceChannel[], mayChange: boolean): EvidenceChannel[] =>
  channels.map(({ name, sender, config }) => ({
    name,
    sender,
    config: showConfig(findSender(sender), config, mayChange),
  }));

/** Rules that channels break, one text each. Pure. */
export function channelViolations(channels: readonly ComplianceChannel[]): string[] {
  const names = new Set(channels.map(({ name }) => name));
  return [
    ...(names.size < channels.length ? ['channels must have different names'] : []),
    ...channels.flatMap((channel) => channelProblem(channel) ?? []),
  ];
}

function channelProblem({ name, sender, config }: ComplianceChannel): string | undefined {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
    return `channels must have names of 1 to ${MAX_NAME_LENGTH} characters`;
  const settings = Object.entries(config);
  if (settings.length > MAX_SETTINGS || settings.flat().some((text) => text.length > MAX_TEXT_LENGTH))
    return `channel ${name} has more than ${MAX_SETTINGS} settings of ${MAX_TEXT_LENGTH} characters`;
  const description = findSender(sender)!;
  const lost = findLostSecret(description, config);
  if (lost !== undefined)
    return `channel ${name}: property ${lost} is masked, and nothing is stored for this name and address`;
  const problem = configProblem(description.properties, config, { judgesEntries: true });
  return problem && `channel ${name}: ${problem.text}`;
}
