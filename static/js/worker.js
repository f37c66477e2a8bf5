"use strict";
// Shows a notice when the server pushes one, and opens the table when it is pressed.
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : { title: "Parallax", body: "", url: "/" };
  event.waitUntil(self.registration.showNotification(told.title, { body: told.body, tag: told.url, data: told.url }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
