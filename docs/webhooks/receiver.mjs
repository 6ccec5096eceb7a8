import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
if (key.length === 0) throw new Error('WEBHOOK_SECRET is not set');

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature = '' } = headers;
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')}`;
  const isNew = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  const [given, ours] = [Buffer.from(signature), Buffer.from(expected)];
  return isNew && given.length === ours.length && timingSafeEqual(given, ours);
}

createServer(async (request, response) => {
  const chunks = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return; // the client has gone
  }
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  try {
    const event = JSON.parse(body);
    console.log(event.type, event.summary);
  } catch {
    return response.writeHead(400).end();
  }
  response.writeHead(204).end();
}).listen(9000, '127.0.0.1');
