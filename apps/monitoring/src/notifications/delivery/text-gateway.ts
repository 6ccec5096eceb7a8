import { Injectable } from '@nestjs/common';
import { AlertDeliveryConfig } from './alert-delivery.config';

/** A request to the gateway for text messages or voice calls. */
export interface GatewayRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Gateway {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly type: string;
  readonly compose: (values: Values) => string;
}

type Values = Readonly<Record<'to' | 'text', string>>;
export type GatewayKind = 'SMS' | 'VOICE';

const FORM = 'application/x-www-form-urlencoded';

/**
 * HTTP gateways for text messages and voice calls, with templates for their requests. Templates are parsed before
 * values are inserted, so that values cannot change their structure. See rule alerts-58.
 */
@Injectable()
export class TextGateways {
  private readonly gateways: Readonly<Record<GatewayKind, Gateway | undefined>>;

  /** @throws when a template cannot be used */
  constructor(config: AlertDeliveryConfig) {
    this.gateways = { SMS: findGateway(config, 'SMS'), VOICE: findGateway(config, 'VOICE') };
  }

  /** Why a kind cannot deliver; undefined if it can. */
  findProblem(kind: GatewayKind): string | undefined {
    return this.gateways[kind] ? undefined : `no gateway is set (${kind}_GATEWAY_URL)`;
  }

  /** Undefined if no gateway is configured. */
  compose(kind: GatewayKind, number: string, text: string): GatewayRequest | undefined {
    const gateway = this.gateways[kind];
    if (!gateway) return undefined;
    const { url, authorization, type, compose } = gateway;
    const body = compose({
      to: number.replace(/[ ()/.-]/g, ''),
      text: kind === 'VOICE' ? speakable(text) : oneLine(text),
    });
    return {
      url,
      headers: { 'Content-Type': type, ...(authorization === undefined ? {} : { Authorization: authorization }) },
      body,
    };
  }
}

function findGateway(config: AlertDeliveryConfig, kind: GatewayKind): Gateway | undefined {
  const url = config[`${kind}_GATEWAY_URL`];
  if (url === undefined) return undefined;
  const type = config[`${kind}_GATEWAY_TYPE`];
  const name = `${kind}_GATEWAY_BODY` as const;
  const template = config[name];
  for (const place of ['{to}', '{text}']) {
    if (!template.includes(place)) throw new Error(`${name} must contain ${place}`);
  }
  const authorization = config[`${kind}_GATEWAY_AUTHORIZATION`];
  return { url, authorization, type, compose: type === FORM ? formComposer(template) : jsonComposer(template, name) };
}

/** @throws when the template is not JSON: an unquoted place among others */
function jsonComposer(template: string, name: string): Gateway['compose'] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(template);
  } catch {
    throw new Error(`${name} is not JSON; {to} and {text} must be in quotes`);
  }
  return (values) =>
    JSON.stringify(parsed, (_key, value: unknown) => (typeof value === 'string' ? fill(value, values) : value));
}

function formComposer(template: string): Gateway['compose'] {
  const fields = [...new URLSearchParams(template)];
  return (values) => {
    const filled = new URLSearchParams();
    for (const [field, value] of fields) filled.append(field, fill(value, values));
    return filled.toString();
  };
}

/** Replaces all placeholders in one pass, because a value may contain one. */
function fill(template: string, values: Values): string {
  return template.replace(/\{(to|text)\}/g, (_place, name: keyof Values) => values[name]);
}

/** One line without control characters, for text messages. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim();
}

/** Removes markup characters, because gateways insert the text into XML such as TwiML. */
function speakable(text: string): string {
  return oneLine(text.replace(/[<>&"'[\]{}\\]/g, ' '));
}
