import type { ErrorCode } from '../../../shared/error-codes.ts'
import type { StatusKind } from './classify-status.ts'
import type { NetworkFailure } from './network-failure.ts'

export type EndpointErrorKind =
  | StatusKind
  | NetworkFailure
  | 'proxy'
  | 'proxy_password'
  | 'proxy_address'
  | 'reported'
  | 'cut'
  | 'contradiction'
  | 'idle'
  | 'total'
  | 'empty'
  | 'unreadable'

/** What a sentence is made of; safe to show. */
export interface ErrorWords {
  /** `api.example.com`, with its port when it has one. */
  readonly host: string
  readonly address: string
  readonly model: string
  /** `“Work model” in Settings → Models`, or `this configuration` where it is being written. */
  readonly where: string
  /** The endpoint's own words in quotation marks, a code, a time: what this kind of error needs. */
  readonly detail: string
  readonly status: number
}

interface Sentence {
  readonly code: ErrorCode
  /** Whether it may pass by itself. */
  readonly retryable: boolean
  readonly say: (words: ErrorWords) => string
}

/** What happened, where, and what to do. */
export const errorSentences: Readonly<Record<EndpointErrorKind, Sentence>> = {
  refused_connection: {
    code: 'LLM_UNREACHABLE',
    retryable: true,
    say: ({ host, where }) => `Nothing answers at ${host}. Start the model server, or check the base URL of ${where}.`,
  },
  unknown_host: {
    code: 'LLM_UNREACHABLE',
    retryable: true,
    say: ({ host, where }) => `The host ${host} cannot be found. Check your connection and the base URL of ${where}.`,
  },
  unreachable: {
    code: 'LLM_UNREACHABLE',
    retryable: true,
    say: ({ host, where }) => `${host} could not be reached. Check your connection and the base URL of ${where}.`,
  },
  connect_timeout: {
    code: 'LLM_TIMEOUT',
    retryable: true,
    say: ({ host, where }) =>
      `${host} did not accept a connection in time. Check your connection and the base URL of ${where}.`,
  },
  certificate: {
    code: 'LLM_TLS',
    retryable: false,
    say: ({ host, where, detail }) =>
      `The certificate of ${host} is not trusted on this computer (${detail}). Check the base URL of ${where}, or have the certificate’s issuer added to this computer’s store.`,
  },
  tls: {
    code: 'LLM_TLS',
    retryable: false,
    say: ({ host, where, detail }) =>
      `No secure connection to ${host} could be made (${detail}). Check the base URL of ${where}: servers on this computer often want http://.`,
  },
  proxy: {
    code: 'LLM_UNREACHABLE',
    retryable: true,
    say: ({ host, detail }) =>
      `${host} could not be reached through the proxy ${detail}. Check your connection and the proxy: the system’s, or HTTPS_PROXY in the environment.`,
  },
  proxy_password: {
    code: 'LLM_UNREACHABLE',
    retryable: false,
    say: ({ host, detail }) =>
      `The proxy ${detail}, on the way to ${host}, wants a name and a password. Put them into HTTPS_PROXY in the environment and start Spora again.`,
  },
  proxy_address: {
    code: 'LLM_UNREACHABLE',
    retryable: false,
    say: ({ host, detail }) =>
      `The proxy on the way to ${host}, “${detail}”, is no address. Correct it, in the system or as HTTPS_PROXY in the environment, and start Spora again.`,
  },
  redirect: {
    code: 'LLM_REDIRECT',
    retryable: false,
    say: ({ host, where }) =>
      `${host} redirects to another address, and the key is never sent there. Set the final address as the base URL of ${where}.`,
  },
  auth: {
    code: 'LLM_AUTH',
    retryable: false,
    say: ({ host, where }) => `The key was refused by ${host}. Check the API key of ${where}.`,
  },
  forbidden: {
    code: 'LLM_AUTH',
    retryable: false,
    say: ({ host, status, detail, where }) =>
      `${host} refused the request (status ${status})${detail === '“”' ? '' : `: ${detail}`}. Check at the endpoint what this account may do, and the settings of ${where}.`,
  },
  no_credit: {
    code: 'LLM_RATE_LIMIT',
    retryable: false,
    say: ({ host }) => `${host} says the account has no credit left. Add credit there, or choose another model.`,
  },
  unknown_model: {
    code: 'LLM_MODEL_NOT_FOUND',
    retryable: false,
    say: ({ host, model, where }) => `${host} does not know the model “${model}”. Choose another model in ${where}.`,
  },
  wrong_address: {
    code: 'LLM_MODEL_NOT_FOUND',
    retryable: false,
    say: ({ address, where }) =>
      `${address} is not the address of a model endpoint (status 404). Check the base URL of ${where}.`,
  },
  server_timeout: { code: 'LLM_TIMEOUT', retryable: true, say: ({ host }) => `${host} timed out. Try again.` },
  rate_limit: {
    code: 'LLM_RATE_LIMIT',
    retryable: true,
    say: ({ host, detail }) =>
      `${host} asks to slow down: too many requests. ${detail ? `It said to wait ${detail}.` : 'Wait a little and try again.'}`,
  },
  overloaded: {
    code: 'LLM_OVERLOADED',
    retryable: true,
    say: ({ host }) => `${host} is overloaded. Wait a little and try again.`,
  },
  server: {
    code: 'LLM_SERVER_ERROR',
    retryable: true,
    say: ({ host, status }) => `${host} failed with status ${status}. Try again later.`,
  },
  context_window: {
    code: 'CONTEXT_WINDOW',
    retryable: false,
    say: ({ model, detail }) =>
      `The conversation is longer than the model “${model}” can read${detail ? ` (${detail})` : ''}. Start a new chat, or choose a model with a larger context window.`,
  },
  no_tools: {
    code: 'LLM_NO_TOOLS',
    retryable: false,
    say: ({ model, where }) =>
      `The model “${model}” cannot use tools. Go on without tools, or choose another model for ${where}.`,
  },
  refused: {
    code: 'LLM_BAD_REQUEST',
    retryable: false,
    say: ({ host, status, detail, where }) =>
      `${host} refused the request (status ${status}): ${detail}. Check the settings of ${where}.`,
  },
  reported: {
    code: 'LLM_ERROR',
    retryable: false,
    say: ({ host, detail, where }) =>
      `${host} reported an error: ${detail}. Check the settings of ${where}, or try again.`,
  },
  not_json: {
    code: 'LLM_NOT_JSON',
    retryable: false,
    say: ({ host, detail, where }) =>
      `${host} did not answer like a model endpoint (${detail}). Check the base URL of ${where}.`,
  },
  cut: {
    code: 'LLM_STREAM',
    retryable: true,
    say: ({ host }) => `The connection to ${host} ended in the middle of an answer. Try again.`,
  },
  contradiction: {
    code: 'LLM_STREAM',
    retryable: true,
    say: ({ host, detail, where }) =>
      `${host} sent an answer whose parts do not fit together: ${detail} Try again; if it stays, choose another model for ${where}.`,
  },
  too_large: {
    code: 'LLM_STREAM',
    retryable: false,
    say: ({ host, where }) =>
      `${host} sent more than an answer can be, and was stopped. Try again, or check the base URL of ${where}.`,
  },
  idle: {
    code: 'LLM_TIMEOUT',
    retryable: true,
    say: ({ host, detail, where }) =>
      `${host} sent nothing for ${detail}. Try again, or raise the idle timeout of ${where}.`,
  },
  total: {
    code: 'LLM_TIMEOUT',
    retryable: true,
    say: ({ host, detail, where }) =>
      `${host} did not finish its answer within ${detail}. Try again, or raise the timeout of ${where}.`,
  },
  empty: {
    code: 'LLM_EMPTY',
    retryable: true,
    say: ({ host, where }) => `${host} gave an empty answer twice. Try again, or choose another model for ${where}.`,
  },
  unreadable: {
    code: 'LLM_STREAM',
    retryable: true,
    say: ({ host, where }) =>
      `The answer of ${host} could not be read. Try again; if it stays, choose another model for ${where}.`,
  },
}
