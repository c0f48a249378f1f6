import type { Dispatcher } from 'undici'
import { FetchRefused } from './fetch-refused.ts'

/** Preliminary answers (103 Early Hints and the like) a server may send before the real one. */
const LIMIT = 20

/** Ends a request whose server keeps announcing an answer that does not come. */
export function withoutHints(dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] {
  return (options, handler) => {
    let hints = 0
    const counting: Dispatcher.DispatchHandler = {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart(controller, status, headers, text) {
        if (status < 200 && ++hints > LIMIT)
          controller.abort(
            new FetchRefused('URL_PROTOCOL', 'The server keeps sending preliminary answers and no real one.'),
          )
        else handler.onResponseStart?.(controller, status, headers, text)
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    }
    return dispatch(options, counting)
  }
}
