/** The event stream of a signed-in person, as a device has it: the live events of one question. */
import { request, type ClientRequest } from 'node:http';
import { callPath } from '../../sync/protocol/call';
import type { LiveData, LiveEvent } from '../../sync/protocol/live';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, syncCalls } from '../../sync/protocol/messages';
import type { SignedIn } from './asked-server';

export interface LiveStream {
  close(): void;
}

/** Calls back with each live event. Resolves when the stream is open. */
export function openLiveStream(
  url: string,
  { token }: SignedIn,
  onEvent: (event: LiveEvent, subjectId: string) => void,
): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    const line: ClientRequest = request(
      url + callPath(syncCalls.stream),
      {
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
        },
      },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`a stream was answered with ${response.statusCode}`));
          return;
        }
        let rest = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          const messages = (rest + text).split('\n\n');
          rest = messages.pop()!;
          for (const message of messages) {
            const data = /^event: live\ndata: (.*)$/s.exec(message)?.[1];
            if (data === undefined) continue;
            const { topic, event } = JSON.parse(data) as LiveData;
            if (event.type !== 'watching') onEvent(event, topic.id);
          }
        });
        response.on('error', () => undefined);
        resolve({ close: () => line.destroy() });
      },
    );
    line.on('error', reject);
    line.end();
  });
}
