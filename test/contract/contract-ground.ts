import { onTestFinished } from 'vitest';
import { createServiceClient } from '../../src/main/engine/service/service-client.ts';
import type { NamedServiceClient } from '../../src/main/engine/service/service-client.ts';
import { startPracticeService } from '../../src/main/practice/practice-service.ts';
import type { PracticeOptions, PracticeService } from '../../src/main/practice/practice-service.ts';
import { createTestLog, realClock } from '../support/ports.ts';

/** A practice service and a client of it; both end with the test. */
export async function startContract(
  practice: PracticeOptions = {},
): Promise<{ readonly client: NamedServiceClient; readonly service: PracticeService }> {
  const service = await startPracticeService({ processingMs: 50, ...practice });
  const client = createContractClient(service);
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });
  return { client, service };
}

/** A client of a practice service; whoever makes it closes it. */
export function createContractClient(service: PracticeService): NamedServiceClient {
  return createServiceClient({
    connection: { id: 'one', name: 'One', baseUrl: service.baseUrl, clientId: service.clientId },
    readSecret: () => Promise.resolve({ ok: true, value: service.clientSecret }),
    clock: realClock,
    random: () => 0.01,
    log: createTestLog(),
    network: { env: {} },
    sockets: 16,
  });
}
