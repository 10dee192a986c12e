/** Whether text is the email address of a service account, without anything that a shell or a URL would take apart. */
export function isServiceAccount(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) && text.length <= 254;
}
