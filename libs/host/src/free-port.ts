import net from 'node:net';

/** A TCP port that was free a moment ago; the caller retries when another process was faster. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = await listen(0, host);
  const { port } = server.address() as net.AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Why `port` cannot be listened on: a code such as EADDRINUSE or EACCES; undefined when it can. */
export async function portObstacle(port: number, host?: string): Promise<string | undefined> {
  try {
    const server = await listen(port, host);
    await new Promise((closed) => server.close(closed));
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

export async function isPortFree(port: number, host?: string): Promise<boolean> {
  return (await portObstacle(port, host)) === undefined;
}

function listen(port: number, host?: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}
