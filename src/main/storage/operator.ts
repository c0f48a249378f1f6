/** The one person in front of the app, and the principal that is this person alone. The first migration makes both. */
export const OPERATOR_USER_ID = 1
export const OPERATOR_PRINCIPAL_ID = 1
