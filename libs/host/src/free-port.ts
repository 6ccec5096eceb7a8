import net from 'node:net';

/** A TCP port that was free a moment ago; if another process takes it, the caller retries. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = await listen(0, host);
  const { port } = server.address() as net.AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Error code for listening on `port`, such as EADDRINUSE or EACCES; undefined if it is free. */
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
